import type { Group } from '@baraza/contract/numbers/funnel';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

/** The mark of a group around the origin: shape and colour tell it apart. */
export function GroupMark({ group }: { group: Group }): ReactNode {
  if (group === 'better') return <path d="M0-6 6 5H-6Z" fill="var(--color-chart-resolved)" />;
  if (group === 'worse') return <path d="M0 6 6-5H-6Z" fill="var(--color-chart-unresolved)" />;
  return <circle r="5" fill="var(--color-ink-3)" />;
}

function groupWords(group: Group): string {
  if (group === 'better') return t`Better than expected`;
  return group === 'worse' ? t`Worse than expected` : t`As expected`;
}

/** A group in words, behind its mark. */
export function GroupName({ group }: { group: Group }): ReactNode {
  return (
    <span className="inline-flex items-center gap-2">
      <svg aria-hidden="true" viewBox="-7 -7 14 14" className="size-3.5 shrink-0">
        <GroupMark group={group} />
      </svg>
      {groupWords(group)}
    </span>
  );
}
