import type { AuditAction, AuditGroup } from '@baraza/contract/audit/audit';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { i18n } from '../../lib/i18n/i18n.ts';

const actionWords: Record<AuditAction, MessageDescriptor> = {
  'account.signed-in': msg`Signed in`,
  'account.signed-out': msg`Signed out`,
  'account.invitation-accepted': msg`Accepted the invitation`,
  'account.code-tried': msg`Entered a code`,
  'account.email-confirmed': msg`Confirmed the email`,
  'account.email-changed': msg`Changed the email`,
  'account.profile-changed': msg`Changed their profile`,
  'account.password-asked': msg`Confirmed with the password`,
  'account.password-changed': msg`Changed the password`,
  'account.password-reset': msg`Set a new password with a code`,
  'account.session-ended': msg`Ended a session`,
  'account.provider-linked': msg`Linked the account to the sign-in provider`,
  'account.mfa-begun': msg`Started to set up two-step sign-in`,
  'account.mfa-on': msg`Turned two-step sign-in on`,
  'account.mfa-off': msg`Turned two-step sign-in off`,
  'account.recovery-codes-renewed': msg`Created new recovery codes`,
  'account.exported': msg`Downloaded their data`,
  'account.erased': msg`Deleted their account`,
  'access.denied': msg`Was refused access`,
  'access.throttled': msg`Made too many requests`,
  'complaint.viewed-many': msg`Opened many complaints within a few minutes`,
  'complaint.listed': msg`Viewed a list with citizens’ names`,
  'complaint.viewed': msg`Viewed a complaint and who filed it`,
  'complaint.identity-viewed': msg`Viewed a citizen’s full name and contact data`,
  'complaint.acted': msg`Acted on a complaint`,
  'complaint.anonymised': msg`Removed personal data from a closed complaint`,
  'file.opened': msg`Opened a file`,
  'feedback.viewed': msg`Viewed feedback and who sent it`,
  'feedback.replied': msg`Answered feedback`,
  'export.made': msg`Exported data`,
  'staff.invited': msg`Invited staff`,
  'staff.changed': msg`Changed a staff account`,
  'staff.leave-set': msg`Changed somebody’s leave`,
  'staff.signed-out': msg`Logged staff out everywhere`,
  'staff.mfa-reset': msg`Reset somebody’s two-step sign-in`,
  'staff.confirmation-requested': msg`Asked a second person to confirm a change of access`,
  'staff.confirmed': msg`Confirmed a change of access`,
  'staff.declined': msg`Declined a change of access`,
  'staff.undone': msg`Undid a change of access`,
  'program.requested': msg`Asked for access of a program`,
  'program.confirmed': msg`Confirmed access of a program`,
  'program.ended': msg`Ended access of a program`,
  'mda.created': msg`Added an MDA`,
  'mda.changed': msg`Changed an MDA`,
  'jurisdiction.changed': msg`Changed jurisdictions`,
  'category.changed': msg`Changed a category`,
  'area.changed': msg`Loaded the list of areas`,
  'contact.changed': msg`Changed contacts`,
  'rule.changed': msg`Changed rules`,
  'unit.changed': msg`Changed units`,
  'saved-reply.changed': msg`Changed saved replies`,
  'known-issue.changed': msg`Changed known issues`,
  'calendar.changed': msg`Changed the working calendar`,
  'target.changed': msg`Changed targets`,
  'demo.removed': msg`Removed the sample data`,
  'audit.pruned': msg`Removed entries after the retention time`,
  'installation.restored': msg`Restored everything from a backup`,
};

export const groupWords: Record<AuditGroup, MessageDescriptor> = {
  account: msg`Accounts and sign-ins`,
  access: msg`Refused access`,
  complaint: msg`Complaints`,
  file: msg`Files`,
  feedback: msg`Feedback`,
  export: msg`Exports`,
  staff: msg`Staff`,
  program: msg`Programs`,
  mda: msg`MDAs`,
  jurisdiction: msg`Jurisdictions`,
  category: msg`Categories`,
  area: msg`Areas`,
  contact: msg`Contacts`,
  rule: msg`Rules`,
  unit: msg`Units`,
  'saved-reply': msg`Saved replies`,
  'known-issue': msg`Known issues`,
  calendar: msg`Calendar`,
  target: msg`Targets`,
  demo: msg`Sample data`,
  audit: msg`The audit trail itself`,
  installation: msg`The installation`,
};

/** Names an audit action. */
export const actionWord = (action: string): string => wordOf(actionWords, action);

/** Returns the word for a key, or an unknown key itself. */
export function wordOf(words: Readonly<Record<string, MessageDescriptor>>, key: string): string {
  const known = words[key];
  return known ? i18n._(known) : key;
}
