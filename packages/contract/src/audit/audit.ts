/**
 * What the audit trail tells of. The word before the dot is the group that the desk filters by.
 * Add an action here together with its words in apps/desk/src/features/audit/audit-words.ts.
 */
export const auditActions = [
  'account.signed-in',
  'account.signed-out',
  'account.invitation-accepted',
  'account.code-tried',
  'account.email-confirmed',
  'account.email-changed',
  'account.profile-changed',
  'account.password-asked',
  'account.password-changed',
  'account.password-reset',
  'account.session-ended',
  'account.mfa-begun',
  'account.mfa-on',
  'account.mfa-off',
  'account.recovery-codes-renewed',
  'account.exported',
  'account.erased',
  'access.denied',
  'access.throttled',
  'complaint.listed',
  'complaint.viewed',
  'complaint.viewed-many',
  'complaint.identity-viewed',
  'complaint.acted',
  'complaint.anonymised',
  'file.opened',
  'feedback.viewed',
  'feedback.replied',
  'export.made',
  'staff.invited',
  'staff.changed',
  'staff.signed-out',
  'staff.mfa-reset',
  'staff.confirmation-requested',
  'staff.confirmed',
  'staff.declined',
  'mda.created',
  'mda.changed',
  'jurisdiction.changed',
  'category.changed',
  'contact.changed',
  'saved-reply.changed',
  'calendar.changed',
  'target.changed',
  'demo.removed',
  'audit.pruned',
  'installation.restored',
] as const;
export type AuditAction = (typeof auditActions)[number];

type GroupOf<A extends string> = A extends `${infer Group}.${string}` ? Group : never;
export type AuditGroup = GroupOf<AuditAction>;
/** The words before the dot, each once. */
export const auditGroups = [...new Set(auditActions.map((action) => action.split('.')[0] as AuditGroup))];

export const auditOutcomes = ['done', 'refused'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];
