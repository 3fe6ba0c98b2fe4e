import { Link } from '@baraza/app';
import { Icon } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { needsPerson, type OutboxItem } from '../../../lib/outbox/outbox.ts';
import { paths } from '../../../lib/router/paths.ts';
import { unsentText } from '../receipt/receipt-strip.tsx';

/** Lists the complaints that wait on this device, above those that the server has. */
export function UnsentComplaints({ items }: { items: readonly OutboxItem[] }) {
  if (items.length === 0) return null;
  return (
    <ul aria-label={t`Not sent yet`} className="grid gap-3.5 print:hidden">
      {items.map((item) => (
        <li
          key={item.key}
          data-tone="unsent"
          className="sheet stitched flex items-center gap-3 py-2.5 ps-5 pe-4 m:pe-5"
        >
          <Icon name="clock" className="text-ink-2" />
          <div className="grid min-w-0 flex-1">
            <h3 dir="auto" className="line-clamp-2 text-lead wrap-anywhere">
              {item.title}
            </h3>
            {item.office && <p className="text-md text-ink-2">{item.office}</p>}
            <p className="text-md font-semibold text-ink-2">
              {needsPerson(item) ? unsentText(item) : t`Waits for a connection`}
            </p>
          </div>
          <Link to={paths.outbox} className="inline-flex min-h-11 items-center font-semibold">
            {t`Outbox`}
          </Link>
        </li>
      ))}
    </ul>
  );
}
