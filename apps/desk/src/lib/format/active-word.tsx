import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

/** Shows in a table whether something is active. */
export function ActiveWord({ active }: { active: boolean }): ReactNode {
  return active ? t`Active` : <span className="text-ink-2">{t`Switched off`}</span>;
}
