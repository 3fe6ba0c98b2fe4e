import * as z from 'zod/mini';
import { Id, Instant, Named, SpanDay, optionalText, page, pageQuery, TableFormat } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { message } from '../core/message.ts';
import { anyRole } from '../core/role.ts';

/** Group and name of each audited action; their words are in apps/desk/src/features/audit/audit-words.ts. */
export const auditActions = [
  'account.signed-in',
  'account.signed-out',
  'account.invitation-accepted',
  'account.code-tried',
  'account.email-confirmed',
  'account.email-changed',
  'account.phone-confirmed',
  'account.phone-changed',
  'account.profile-changed',
  'account.password-asked',
  'account.password-changed',
  'account.password-reset',
  'account.session-ended',
  'account.provider-linked',
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
  'complaint.filed',
  'complaint.caller-searched',
  'complaint.anonymised',
  'file.opened',
  'feedback.viewed',
  'feedback.replied',
  'export.made',
  'staff.invited',
  'staff.changed',
  'staff.leave-set',
  'staff.signed-out',
  'staff.mfa-reset',
  'staff.confirmation-requested',
  'staff.confirmed',
  'staff.declined',
  'staff.undone',
  'program.requested',
  'program.confirmed',
  'program.ended',
  'program.secret-renewed',
  'program.redelivered',
  'mda.created',
  'mda.changed',
  'jurisdiction.changed',
  'category.changed',
  'area.changed',
  'contact.changed',
  'saved-reply.changed',
  'unit.changed',
  'custom-field.changed',
  'rule.changed',
  'tag.renamed',
  'known-issue.changed',
  'calendar.changed',
  'target.changed',
  'demo.removed',
  'audit.pruned',
  'installation.imported',
  'installation.restored',
] as const;
export type AuditAction = (typeof auditActions)[number];

type GroupOf<A extends string> = A extends `${infer Group}.${string}` ? Group : never;
export type AuditGroup = GroupOf<AuditAction>;
/** The words before the dot, each once. */
export const auditGroups = [...new Set(auditActions.map((action) => action.split('.')[0] as AuditGroup))];

export const auditOutcomes = ['done', 'refused'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** A supervisor reads what concerns the own MDA, the others read everything. None of them reads complaints here. */
export const auditRoles = ['supervisor', 'administrator', 'oversight'] as const;

export const AuditEntry = z.object({
  id: z.string(),
  at: Instant,
  action: z.string(),
  outcome: z.enum(auditOutcomes),
  /** Null: nobody who is known, or the server itself. A citizen has no name here. */
  actor: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()), role: z.nullable(z.enum(anyRole)) })),
  mda: z.nullable(Named),
  object: z.nullable(z.object({ kind: z.string(), id: z.string(), label: z.nullable(z.string()) })),
  /** The network of the request; null once erased. */
  network: z.nullable(z.string()),
  detail: z.nullable(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  requestId: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const filters = {
  actor: z.optional(Id),
  /** Staff by name, or by the whole e-mail. */
  who: optionalText(100),
  group: z.optional(z.enum(auditGroups, { error: message.invalid })),
  outcome: z.optional(z.enum(auditOutcomes, { error: message.invalid })),
  /** A whole tracking id, or the id of anything. */
  object: optionalText(60),
  /** Days in UTC, both included. */
  from: z.optional(SpanDay),
  to: z.optional(SpanDay),
};

export const listAudit = endpoint({
  route: 'GET /desk/audit',
  summary: 'The audit trail: who did what, and who looked at whose identity',
  access: auditRoles,
  query: z.object({ ...filters, ...pageQuery }),
  reply: page(AuditEntry),
});

/** The same with the same filters, whole. The export is recorded as well. */
export const exportAudit = endpoint({
  route: 'GET /desk/audit/export',
  summary: 'The audit trail as CSV or JSON Lines',
  access: auditRoles,
  reauthRequired: true,
  query: z.object({ ...filters, format: z.optional(TableFormat) }),
  reply: undefined,
  download: 'text/csv',
});
