import type { Problem } from './use-form.ts';
import { ErrorSummary } from '@baraza/ui';
import { t } from '@lingui/core/macro';

/** Shows why a submit failed, with a link to each field. */
export function FormProblem({ problem }: { problem: Problem | null }) {
  if (!problem) return null;
  return <ErrorSummary title={t`There is a problem`} {...problem} />;
}
