import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { cx } from './lib/cx.ts';
import { statusTone } from './lib/status-tone.ts';

/** The class of a docket's title link: ink, underlined on hover. */
export const docketTitleClass = 'text-ink decoration-transparent hover:decoration-current';

export type DocketProps = Omit<ComponentProps<'article'>, 'title'> & {
  /** Its stitch runs down the edge. Leave it out for a plain edge (feedback). */
  status?: string;
  /** The category; written in upper case by the stylesheet only. */
  eyebrow?: ReactNode;
  /** The heading with its link: `<h3 id=…><Link className={docketTitleClass}>…`. */
  title: ReactNode;
  /** The name of the MDA. */
  place?: ReactNode;
  /** Below the place: the `Thread`. */
  thread?: ReactNode;
  /** On the stub: pill and flags in a row, then `facts`, then the actions. */
  marks?: ReactNode;
  facts?: Array<{ label: string; value: ReactNode }>;
  actions?: ReactNode;
};

/** A complaint as a paper slip: what happened on the body; tracking ID, date and actions on the tear-off stub. */
export function Docket(props: DocketProps): ReactNode {
  const { status, eyebrow, title, place, thread, marks, facts, actions, className, ...rest } = props;
  const tone = status === undefined ? null : statusTone(status);
  return (
    <article {...rest} data-tone={tone ?? undefined} className={cx('sheet docket', tone && 'stitched', className)}>
      <div className="docket-body">
        {eyebrow && <p className="eyebrow">{eyebrow}</p>}
        {title}
        {place && (
          <p className="flex items-center gap-2 text-md text-ink-2">
            <Icon name="mda" className="text-ink-3" />
            <bdi>{place}</bdi>
          </p>
        )}
        {thread && <div className="mt-2">{thread}</div>}
      </div>
      <div className="docket-stub">
        {marks && (
          <div className="flex w-full flex-wrap items-center justify-between gap-2 m:justify-start">{marks}</div>
        )}
        {facts && facts.length > 0 && (
          <dl className="grid w-full text-md">
            {facts.map((fact) => (
              <div key={fact.label} className="flex min-h-7 flex-wrap items-center gap-x-2">
                <dt className="min-w-[min(5.25rem,100%)] text-sm text-ink-2">{fact.label}</dt>
                <dd className="inline-flex min-w-0 flex-wrap items-center gap-0.5 font-medium">{fact.value}</dd>
              </div>
            ))}
          </dl>
        )}
        {actions && <div className="mt-2 flex w-full flex-wrap items-center gap-2 *:max-m:flex-1">{actions}</div>}
      </div>
    </article>
  );
}
