import type { IdentityAccess } from '@baraza/contract/complaint/identity';
import { t } from '@lingui/core/macro';

/** Says who sees the name and contact data of a named citizen without asking. */
export const accessWords = (): Record<IdentityAccess, string> => ({
  assigned: t`Assignee and supervisors, while it is open`,
  'two-person': t`Nobody, until a second person approves`,
  open: t`All staff of the MDA`,
});
