import { DateText, Link, TrackingText, say } from '@baraza/app';
import { buttonClass, cx, Icon } from '@baraza/ui';
import { statusTone } from '@baraza/ui/lib/status-tone';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

interface ListCardProps {
  readonly item: { id: string; title: string; trackingId: string; category: { name: string } };
  readonly to: string;
  readonly headingAs?: 'h2' | 'h3';
  readonly date: { label: string; at: string };
  /** Sets the colour of the stitched edge; without it the edge is plain (feedback). */
  readonly status?: string;
  readonly pill: ReactNode;
  readonly place?: ReactNode;
  readonly thread?: ReactNode;
  readonly flag?: ReactNode;
  readonly action?: ReactNode;
}

/** Makes the whole card clickable; the title is underlined on hover. */
const titleClass = cx(
  'docket-link text-ink decoration-transparent shadow-none outline-none hover:decoration-current',
  'after:absolute after:inset-0 after:rounded-2 focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus',
);

/** Side by side on a phone; stacked in the stub's column from 45rem. */
const stubRow = 'flex flex-wrap items-center justify-between gap-x-2 m:contents';

/** Shows a complaint or feedback in a list as a slip with a stub. */
export function ListCard(props: ListCardProps) {
  const { item, to, headingAs: Title = 'h2', date, status, pill, place, thread, flag, action } = props;
  const { id, title } = item;
  const tone = status === undefined ? null : statusTone(status);
  return (
    <article
      aria-labelledby={`title-${id}`}
      data-tone={tone ?? undefined}
      className={cx('sheet docket', tone && 'stitched')}
    >
      <div className="docket-body">
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <p className="eyebrow">
            <bdi>{say(item.category.name)}</bdi>
          </p>
          {pill}
        </div>
        <Title id={`title-${id}`}>
          <Link to={to} className={titleClass} dir="auto">
            {title}
          </Link>
        </Title>
        {place && (
          <p className="flex items-center gap-2 text-sm text-ink-2 m:text-md">
            <Icon name="mda" className="text-ink-3 max-m:hidden" />
            <bdi>{place}</bdi>
          </p>
        )}
        {thread && <div className="mt-2 max-m:hidden">{thread}</div>}
      </div>
      <div className="docket-stub">
        <div className={stubRow}>
          <dl className="docket-facts flex flex-wrap gap-x-1.5 text-xs text-ink-2 m:grid m:w-full">
            <Fact label={t`Tracking ID`}>
              <TrackingText id={item.trackingId} />
            </Fact>
            <Fact label={date.label}>
              <DateText at={date.at} />
            </Fact>
          </dl>
          <Link to={to} className={buttonClass({ variant: 'quiet', size: 's', className: '-mx-2.5 max-m:-my-1.5' })}>
            <span>
              {t`View Details`}
              <TitleOf title={title} />
            </span>
          </Link>
        </div>
        {(flag || action) && (
          <div className={cx('docket-tear *:min-w-0', stubRow)}>
            {flag}
            {action}
          </div>
        )}
      </div>
    </article>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-x-1.5 m:min-h-7 m:items-center">
      <dt className="text-sm m:w-21 m:shrink-0 max-m:sr-only">{label}</dt>
      <dd className="m:text-sm m:font-medium m:text-ink">{children}</dd>
    </div>
  );
}

/** Adds an item's title to a button for screen readers, which cannot see its card. */
export function TitleOf({ title }: { title: string }) {
  return (
    <span className="sr-only">
      : <bdi>{title}</bdi>
    </span>
  );
}
