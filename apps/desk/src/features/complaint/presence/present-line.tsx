import { Icon } from '@baraza/ui/icon';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { usePresent } from './presence.ts';

/** Says above the composer who else has the complaint open, and what they are writing. */
export function PresentLine({ complaintId }: { complaintId: string }): ReactNode {
  const people = usePresent(complaintId);
  return (
    <div role="status" className="px-4 text-sm text-ink-2 empty:hidden print:hidden">
      {people.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 py-1">
          {people.map(({ person: { id, name }, writing }) => (
            <li key={id} className="flex items-center gap-1.5">
              <Icon name={writing ? 'pen' : 'eye'} size="s" />
              <bdi>
                {writing === 'note'
                  ? t`${name} is writing an internal note`
                  : writing === 'reply'
                    ? t`${name} is writing a reply`
                    : t`${name} has this open`}
              </bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
