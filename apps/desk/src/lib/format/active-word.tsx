import { t } from '@lingui/core/macro';

/** Shows in a table whether an item is active. */
export function ActiveWord({ active }: { active: boolean }) {
  return active ? t`Active` : <span className="text-ink-2">{t`Switched off`}</span>;
}
