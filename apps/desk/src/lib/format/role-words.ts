import type { IdentityAccess, StaffRole } from '@baraza/contract';
import { t } from '@lingui/core/macro';

/** Names a role; returns an unknown one as it is. */
export function roleWord(role: string): string {
  const words: Record<StaffRole, string> = {
    officer: t`Officer`,
    supervisor: t`Supervisor`,
    administrator: t`Administrator`,
    oversight: t`Oversight`,
    agent: t`Agent`,
  };
  return words[role as StaffRole] ?? role;
}

/** Describes in one line what a role may do. */
export function roleHint(role: StaffRole): string {
  const words: Record<StaffRole, string> = {
    officer: t`Replies to the complaints of one MDA.`,
    supervisor: t`Replies to the complaints of one MDA and assigns them.`,
    administrator: t`Manages accounts and cannot read complaints.`,
    oversight: t`Reads the complaints of all MDAs and writes notes.`,
    agent: t`Files for people at a centre and sees what the centre filed.`,
  };
  return words[role];
}

/** Describes each rule for access to a named citizen's name and contact data. */
export const accessWords = (): Record<IdentityAccess, string> => ({
  assigned: t`Assignee and supervisors, while the complaint is open`,
  'two-person': t`Nobody, until a second person approves`,
  open: t`All staff of the MDA`,
});
