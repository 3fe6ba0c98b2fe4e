import * as z from 'zod/mini';
import { Id, IdParams, Instant, Version } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { message, staffMessage } from '../core/message.ts';
import { mdaRoles } from '../core/role.ts';
import { mediaRule } from './complaint.ts';
import { ActionInput, asJson } from './transition.ts';
import { ReplyTexts, savedReplySteps } from './saved-reply.ts';

/** How many complaints one run may act on. */
export const bulkMax = 1_000;

/** Actions allowed on several complaints at once. */
export const bulkActions = [
  'resolve',
  'reply',
  'note',
  'assign',
  'start',
  'categorise',
  'merge',
  'extend',
  'offerTransfer',
  'acceptTransfer',
  'tag',
  'prioritise',
  'followUp',
  'setUnit',
] as const;
export type BulkAction = (typeof bulkActions)[number];

/** How complaints are shared out: to whom has waited longest for one, or to whom has the fewest. */
export const sharings = ['in-turn', 'least-loaded'] as const;
export type Sharing = (typeof sharings)[number];

/** What steps on one complaint take alone. */
const ofOne = {
  version: true,
  jurisdiction: true,
  requester: true,
  person: true,
  mentions: true,
  fields: true,
  hold: true,
} as const;
const alike = z.omit(ActionInput, ofOne).shape;

export const BulkInput = z.object({
  ...alike,
  /** Made by the caller: sent twice, it starts one run. */
  id: Id,
  action: z.enum(bulkActions, { error: message.invalid }),
  items: z
    .array(z.object({ id: Id, version: Version }), { error: message.required })
    .check(z.minLength(1, message.required), z.maxLength(bulkMax, staffMessage.tooMany)),
  /** For `assign`, in place of `assignee`: shares them out among these colleagues. */
  among: z.optional(z.array(Id).check(z.minLength(1, message.required), z.maxLength(100, message.invalid))),
  sharing: z.optional(z.enum(sharings, { error: message.invalid })),
  /** In place of `text` for citizens who wrote in these languages. */
  texts: z.optional(ReplyTexts),
});
export type BulkInput = z.infer<typeof BulkInput>;

/** The same as a form, for replies with files. */
const BulkForm = z.extend(z.pick(BulkInput, { id: true, action: true, text: true, outcome: true }), {
  items: asJson(BulkInput.shape.items),
  also: z.optional(asJson(BulkInput.shape.also)),
  texts: z.optional(asJson(BulkInput.shape.texts)),
});

/** One action on many complaints, each by itself: some may succeed where others are refused. */
export const BulkRun = z.object({
  id: z.string(),
  action: z.enum(bulkActions),
  beginsAt: Instant,
  /** Begun, and not at its end. */
  phase: z.enum(['delayed', 'running', 'finished']),
  /** In the order of the request. */
  items: z.array(
    z.object({
      id: z.string(),
      /** Null once the caller can no longer open it. */
      complaint: z.nullable(z.object({ trackingId: z.string(), title: z.string() })),
      /** Null while it waits, and where the run was stopped before. */
      done: z.nullable(z.boolean()),
      error: z.nullable(z.string()),
    }),
  ),
});
export type BulkRun = z.infer<typeof BulkRun>;

/** What citizens read is sent ten seconds later. The run before it is put away. */
export const startBulkRun = endpoint({
  route: 'POST /desk/bulk-run',
  summary: 'Act on several complaints alike',
  access: mdaRoles,
  body: BulkInput,
  form: BulkForm,
  files: { files: mediaRule },
  repeat: 'read',
  reply: BulkRun,
  status: 201,
  errors: ['CONFLICT'],
});

export const getBulkRun = endpoint({
  route: 'GET /desk/bulk-run',
  summary: 'The latest run of the caller, until it is put away',
  access: mdaRoles,
  reply: z.nullable(BulkRun),
});

export const endBulkRun = endpoint({
  route: 'DELETE /desk/bulk-run/{id}',
  summary: 'Take back a run that has not begun, stop one under way, or put away a finished one',
  access: mdaRoles,
  params: IdParams,
  reply: undefined,
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
    text: alike.text,
    texts: z.optional(ReplyTexts),
  }),
  reply: z.array(PreviewedWords),
});
