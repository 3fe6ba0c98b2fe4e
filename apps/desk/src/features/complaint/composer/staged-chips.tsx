import { cx, IconButton } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { Staged } from './use-staged.ts';

type StagedChipsProps = {
  staged: readonly Staged[] | undefined;
  onChange: (rest: readonly Staged[]) => void;
};

/** Shows the steps that sending takes; each can be removed. */
export function StagedChips({ staged, onChange }: StagedChipsProps) {
  if (!staged?.length) return null;
  return (
    <ul className="flex flex-wrap gap-2" aria-label={t`Done when you send it`}>
      {staged.map((item) => (
        <li
          key={item.words}
          className={cx(
            'inline-flex min-h-9 max-w-full items-center gap-1 rounded-1 border ps-2.5 text-sm',
            item.step ? 'border-line bg-paper' : 'border-danger bg-danger-soft',
          )}
        >
          <bdi className="min-w-0 truncate font-medium">{item.words}</bdi>
          <IconButton
            icon="close"
            label={t`Remove ${item.words}`}
            className="size-8"
            onClick={() => onChange(staged.filter((other) => other !== item))}
          />
        </li>
      ))}
    </ul>
  );
}
