import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { cx } from './lib/cx.ts';
import { statusTone } from './lib/status-tone.ts';

/** The class of a docket's title link, which opens it wherever it is pressed: ink, underlined on hover. */
export const docketTitleClass = cx(
  'docket-link text-ink decoration-transparent shadow-none outline-none hover:decoration-current',
  'after:absolute after:inset-0 after:rounded-2 focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus',
);

export type DocketProps = Omit<ComponentProps<'article'>, 'title'> & {
  /** Its stitch runs down the edge. Leave it out for a plain edge (feedback). */
  status?: string;
  eyebrow: ReactNode;
  pill: ReactNode;
  /** The heading with its link: `<h3 id=…><Link className={docketTitleClass}>…`. */
  title: ReactNode;
  place?: ReactNode;
  thread?: ReactNode;
  facts: Array<{ label: string; value: ReactNode }>;
  open: ReactNode;
  flag?: ReactNode;
  action?: ReactNode;
};

/** Side by side on a phone's stub; in the stub's own column from 45rem on. */
const stubRow = 'flex flex-wrap items-center justify-between gap-x-2 m:contents';

/** A complaint as a paper slip: what happened on the body; tracking ID, date and actions on the tear-off stub. */
export function Docket(props: DocketProps) {
  const { status, eyebrow, pill, title, place, thread, facts, open, flag, action, className, ...rest } = props;
  const tone = status === undefined ? null : statusTone(status);
  return (
    <article {...rest} data-tone={tone ?? undefined} className={cx('sheet docket', tone && 'stitched', className)}>
      <div className="docket-body">
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <p className="eyebrow">{eyebrow}</p>
          {pill}
        </div>
        {title}
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
            {facts.map((fact) => (
              <div key={fact.label} className="flex gap-x-1.5 m:min-h-7 m:items-center">
                <dt className="text-sm m:w-21 m:shrink-0 max-m:sr-only">{fact.label}</dt>
                <dd className="m:text-sm m:font-medium m:text-ink">{fact.value}</dd>
              </div>
            ))}
          </dl>
          {open}
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
