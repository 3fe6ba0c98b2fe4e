import * as z from 'zod/mini';
import { Id, Version } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { message, staffMessage } from '../core/message.ts';
import { mdaRoles } from '../core/role.ts';
import { ActionInput } from './desk.ts';
import { savedReplySteps } from './saved-reply.ts';

/** How many complaints one call may act on. */
export const bulkMax = 100;

/** Actions allowed on several complaints in one call. */
export const bulkActions = [
  'resolve',
  'reply',
  'assign',
  'start',
  'categorise',
  'merge',
  'offerTransfer',
  'tag',
  'prioritise',
  'followUp',
  'setUnit',
] as const;
export type BulkAction = (typeof bulkActions)[number];

const { text, reason, assignee, outcome, category, mda, parent, tags, priority, followUp, unit } = ActionInput.shape;

export const BulkInput = z.object({
  action: z.enum(bulkActions, { error: message.invalid }),
  items: z
    .array(z.object({ id: Id, version: Version }), { error: message.required })
    .check(z.minLength(1, message.required), z.maxLength(bulkMax, staffMessage.tooMany)),
  text,
  reason,
  assignee,
  outcome,
  category,
  mda,
  parent,
  tags,
  priority,
  followUp,
  unit,
});
export type BulkInput = z.infer<typeof BulkInput>;

export const BulkResult = z.object({
  id: z.string(),
  ok: z.boolean(),
  error: z.optional(z.object({ code: z.string(), message: z.string() })),
});
export type BulkResult = z.infer<typeof BulkResult>;

/** Each complaint by itself: some may succeed where others are refused. The answers stand in the order of `items`. */
export const transitionInBulk = endpoint({
  route: 'POST /desk/complaint/bulk',
  summary: 'Act on several complaints alike',
  access: mdaRoles,
  body: BulkInput,
  reply: z.array(BulkResult),
});

export const PreviewedWords = z.object({ id: z.string(), text: z.optional(z.string()), error: z.optional(z.string()) });
export type PreviewedWords = z.infer<typeof PreviewedWords>;

/** Placeholders are filled as when it is sent. */
export const previewWords = endpoint({
  route: 'POST /desk/complaint/preview',
  summary: 'What the citizens of some complaints would read',
  access: mdaRoles,
  body: z.object({
    action: z.enum(savedReplySteps, { error: message.invalid }),
    complaints: z.array(Id, { error: message.required }).check(z.maxLength(3, message.invalid)),
    text,
  }),
  reply: z.array(PreviewedWords),
});
