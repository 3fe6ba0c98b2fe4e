import * as z from 'zod/mini';
import { auditGroups, auditOutcomes } from './audit.ts';
import { Id, Instant, Named, SpanDay, optionalText, page, pageQuery } from '../core/common.ts';
import { endpoint } from '../core/endpoint.ts';
import { message } from '../core/message.ts';
import { anyRole } from '../core/role.ts';

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
  /** Where it came from; null once it was erased. */
  network: z.nullable(z.string()),
  detail: z.nullable(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  requestId: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const filters = {
  /** One person. */
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
  method: 'GET',
  path: '/desk/audit',
  summary: 'The audit trail: who did what, and who looked at whose identity',
  access: auditRoles,
  query: z.object({ ...filters, ...pageQuery }),
  reply: page(AuditEntry),
});

/** The same with the same filters, whole. The export is recorded as well. */
export const exportAudit = endpoint({
  method: 'GET',
  path: '/desk/audit/export',
  summary: 'The audit trail as CSV',
  access: auditRoles,
  confirmed: true,
  query: z.object(filters),
  reply: undefined,
  download: 'text/csv',
});
