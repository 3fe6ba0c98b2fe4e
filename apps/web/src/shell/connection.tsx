import { Link, useLocation, useOnline } from '@baraza/app';
import { cx, Icon } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { useUser } from '../lib/api/session.ts';
import { storageText } from '../lib/device/storage-text.ts';
import { isUnsent, needsPerson, type OutboxItem } from '../lib/outbox/outbox.ts';
import { useOutbox } from '../lib/outbox/use-outbox.ts';
import { paths, showsReceipt } from '../lib/router/paths.ts';

const looks = {
  well: { icon: null, className: 'text-ink-2 max-l:sr-only' },
  offline: { icon: 'clock', className: 'bg-sunken' },
  sending: { icon: 'send', className: 'bg-brand-soft text-brand-soft-ink' },
  person: { icon: 'warning', className: 'bg-pending-bg text-pending-ink' },
  sent: { icon: 'check', className: 'bg-resolved-bg text-resolved-ink' },
} as const;

const strip =
  'max-l:order-last max-l:-mx-2 max-l:-mb-1.5 max-l:min-h-11 max-l:basis-[calc(100%+1rem)] max-l:px-4 m:max-l:-mx-5 m:max-l:basis-[calc(100%+2.5rem)] m:max-l:px-5';

interface ConnectionState {
  readonly look: keyof typeof looks;
  readonly text: string;
  /** Progress that changes constantly and is not announced. */
  readonly more?: string;
}

/** Shows the connection and the outbox: on a phone a strip, hidden when all is well; otherwise a chip. */
export default function Connection() {
  const { look, text, more } = useConnectionState();
  const { icon, className } = looks[look];
  return (
    <div
      className={cx(
        'flex items-center gap-2.5 text-sm l:min-h-9 l:rounded-pill l:px-3',
        look !== 'well' && strip,
        className,
      )}
    >
      {icon ? (
        <Icon name={icon} size="s" className="flex-none" />
      ) : (
        <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-resolved-mark" />
      )}
      <span className="min-w-0 flex-1">
        <span role="status">{text}</span>
        {more && <span className="font-semibold tabular-nums"> {more}</span>}
      </span>
      {look !== 'well' && look !== 'sent' && (
        <Link to={paths.outbox} className="inline-flex min-h-11 items-center font-semibold l:min-h-0">
          {t`Outbox`}
        </Link>
      )}
    </div>
  );
}

function useConnectionState(): ConnectionState {
  const online = useOnline();
  const { items, sending, unsaved } = useOutbox(useUser().data?.id);
  const justSent = useJustSent(items);
  const { pathname } = useLocation();
  const person = items.filter(needsPerson).length;
  const waiting = items.filter(isUnsent).length - person;
  const [, problem] = [...unsaved].find(([key]) => !items.some((item) => item.key === key && !isUnsent(item))) ?? [];
  if (problem) return { look: 'person', text: storageText(problem) };
  if (!online && waiting > 0) {
    const wait = plural(waiting, { one: '# waiting to be sent', other: '# waiting to be sent' });
    return { look: 'offline', text: t`Offline. ${wait}` };
  }
  if (!online) return { look: 'offline', text: t`Offline. You can keep writing.` };
  if (sending) {
    const percent = Math.floor((sending.sent / sending.total) * 100);
    return { look: 'sending', text: t`Sending`, more: t`${percent}%` };
  }
  if (person > 0)
    return {
      look: 'person',
      text: t`${plural(person, { one: '# needs your attention', other: '# need your attention' })}`,
    };
  if (waiting > 0)
    return {
      look: 'offline',
      text: t`${plural(waiting, { one: '# waiting to be sent', other: '# waiting to be sent' })}`,
    };
  if (justSent) {
    const { trackingId, filed } = justSent;
    // The receipt shows it already; without a look it is only read out.
    const look = filed && showsReceipt(pathname) ? 'well' : 'sent';
    return { look, text: trackingId ? t`Sent. Tracking ID ${trackingId}` : t`Sent.` };
  }
  return { look: 'well', text: t`Online. Everything is saved.` };
}

function useJustSent(items: readonly OutboxItem[]): OutboxItem | null {
  const last = items.findLast(({ state }) => state === 'sent');
  const [shown, setShown] = useState<OutboxItem | null>(null);
  useEffect(() => {
    const left = last?.sentAt === undefined ? 0 : Date.parse(last.sentAt) + 4000 - Date.now();
    setShown(left > 0 ? (last ?? null) : null);
    const timer = setTimeout(() => setShown(null), left);
    return () => clearTimeout(timer);
  }, [last]);
  return shown;
}
