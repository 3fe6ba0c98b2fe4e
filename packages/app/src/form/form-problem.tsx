import type { Problem } from '../form.ts';
import { ErrorSummary } from '@baraza/ui/error-summary';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

/** Shows why a submit failed, with a link to each field. */
export function FormProblem({ problem }: { problem: Problem | null }): ReactNode {
  if (!problem) return null;
  return <ErrorSummary title={t`There is a problem`} {...problem} />;
}
