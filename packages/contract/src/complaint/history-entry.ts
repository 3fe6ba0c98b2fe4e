import * as z from 'zod/mini';
import { languages } from '../core/language.ts';
import { Attachment, Instant } from '../core/fields.ts';
import { actions, calls, outcomes, priorities, states } from './state.ts';

/** The three promises, in their order: to take it up, to answer, to resolve it. */
export const timerKinds = ['acknowledge', 'reply', 'resolve'] as const;
export type TimerKind = (typeof timerKinds)[number];

/** Names before and after a `categorise`; null: it had none. */
export const FilingChange = z.object({
  field: z.enum(['category', 'jurisdiction']),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});
export type FilingChange = z.infer<typeof FilingChange>;

/** What became of a message to the citizen. */
export const MessageDelivery = z.object({
  /** Ids of the steps that it tells. */
  steps: z.array(z.string()),
  by: z.enum(['mail', 'phone', 'whatsapp']),
  state: z.enum(['queued', 'sent', 'failed', 'delivered', 'read']),
  /** Code of the failure. */
  why: z.nullable(z.string()),
  at: Instant,
});
export type MessageDelivery = z.infer<typeof MessageDelivery>;

/** One step of the history. `actor` names a role towards the citizen, a person at the desk. */
export const HistoryEntry = z.object({
  id: z.string(),
  at: Instant,
  action: z.enum(['submit', ...actions]),
  state: z.enum(states),
  cycle: z.number(),
  by: z.enum(['citizen', 'officer', 'system']),
  actor: z.nullable(z.string()),
  /** At the desk: the account of the member of staff. */
  actorId: z.optional(z.string()),
  /**
   * Plain text of a reply, question, answer, note or resolution, or of an addition; of an `assign`, the name of the new assignee, of a `setUnit` that of the unit; of the steps
   * of a transfer, the name of the MDA it goes to; of a `discloseIdentity`, the MDA that may see it, or null for oversight; of
   * `recuse`, `confirmRecusal` and `liftRecusal`, the names of the staff, which officers do not read.
   */
  text: z.nullable(z.string()),
  /** Only staff read the reason of an offered or declined transfer. */
  reason: z.nullable(z.string()),
  /** Language of text and reason, where known; for `submit`, of the complaint. */
  language: z.optional(z.enum(languages)),
  visibility: z.enum(['public', 'internal']),
  /** For a `resolve`: the outcome. */
  outcome: z.optional(z.enum(outcomes)),
  /** For a `call`. */
  call: z.optional(z.enum(calls)),
  /** For an `extend`: number of additional working days. */
  days: z.optional(z.number()),
  /** For `tag` and `untag`, `prioritise`, `followUp` and `call`. */
  tags: z.optional(z.array(z.string())),
  priority: z.optional(z.enum(priorities)),
  followUp: z.optional(z.nullable(z.string())),
  /** For `setFields`: the names of the fields. */
  fields: z.optional(z.array(z.string())),
  /** For `applyRule`: name and version of the rule, the unit and the assignee it chose. */
  rule: z.optional(z.string()),
  ruleVersion: z.optional(z.number()),
  chosen: z.optional(z.array(z.string())),
  /** For `remind` and `escalate`: the timer, and the percentage of its time. */
  timer: z.optional(z.enum(timerKinds)),
  level: z.optional(z.number()),
  /** For `discloseIdentity`, `denyIdentity`, `reject` and `returnRejection`, at the desk: the requester. */
  requester: z.optional(z.string()),
  /** For words that came by mail: from the address of the account, or another. */
  mail: z.optional(z.enum(['own', 'other'])),
  attachments: z.optional(z.array(Attachment)),
  /** For a `categorise`. */
  changes: z.optional(z.array(FilingChange)),
  /** For a `note`: the names of the colleagues it was sent to. */
  mentions: z.optional(z.array(z.string())),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;
