import type { ComponentProps, ReactNode, Ref } from 'react';
import { Avatar } from './avatar.tsx';
import { Icon, type IconName } from './icon.tsx';

type TimelineProps = { label: string; children: ReactNode; ref?: Ref<HTMLOListElement> };

/** Lists events from first to last. Children are `TimelineEntry`. */
export function Timeline({ label, children, ref }: TimelineProps) {
  return (
    <ol ref={ref} className="timeline" aria-label={label}>
      {children}
    </ol>
  );
}

export type TimelineEntryProps = {
  /** Name of the actor, drawn as initials. Without it, `icon` is shown (the system, a change of status). */
  name?: string;
  icon?: IconName;
  /** The line at the head: `<TimelineName>{name}</TimelineName> filed this complaint <time>…`. */
  head: ReactNode;
  /** A note is for officers only: dashed edge, gold ground. An event has no bubble. */
  variant?: 'message' | 'reply' | 'note' | 'event';
  children?: ReactNode;
};

/** Renders an entry of a history. */
export function TimelineEntry({ name, icon = 'clock', head, variant = 'message', children }: TimelineEntryProps) {
  return (
    <li>
      {name ? (
        <Avatar name={name} size="s" />
      ) : (
        <span aria-hidden="true" className="grid size-8 place-items-center rounded-full bg-sunken text-ink-2">
          <Icon name={icon} size="s" />
        </span>
      )}
      <div className="min-w-0">
        <div className="flex min-h-8 flex-wrap items-center gap-x-2.5 text-sm text-ink-2">
          {variant === 'note' && <Icon name="lock" size="s" />}
          {head}
        </div>
        {children &&
          (variant === 'event' ? (
            <div className="text-md text-ink-2">{children}</div>
          ) : (
            <div className="bubble" data-variant={variant}>
              {children}
            </div>
          ))}
      </div>
    </li>
  );
}

/** Shows the name of the actor in the head of an entry. */
export function TimelineName({ children, ...rest }: ComponentProps<'b'>) {
  return (
    <b className="text-md text-ink" {...rest}>
      <bdi>{children}</bdi>
    </b>
  );
}
