import * as z from 'zod/mini';
import { DeskComplaint } from './desk.ts';
import { mediaRule } from './complaint.ts';
import { FieldValues, Id, IdParams, optionalText, parseJson, SpanDay, Version, VersionText } from '../core/fields.ts';
import { limit } from '../core/limit.ts';
import { endpoint } from '../core/endpoint.ts';
import { Tag } from './filter.ts';
import { calls, outcomes, priorities } from './state.ts';
import { message } from '../core/message.ts';
import { readerRoles } from '../core/role.ts';

/** How many tags a complaint has at most. */
export const tagsMax = 20;

/** Working days that one `extend` gives at most. */
export const maxExtension = 15;

/** Decisions on what a colleague asked for, which a citizen is told of. */
export const heldDecisions = ['reject', 'discloseIdentity', 'denyIdentity'] as const;
export type HeldDecision = (typeof heldDecisions)[number];
export const isHeldDecision = (action: string): action is HeldDecision =>
  (heldDecisions as readonly string[]).includes(action);

/** Actions that may be held for ten seconds before anybody sees them. */
export const heldActions: readonly string[] = ['reply', 'ask', 'resolve', ...heldDecisions];

/** Actions of officers that no program takes: it learns no name, and recuses nobody. */
export const closedToPrograms: readonly string[] = ['requestIdentity', 'recuse'];

/** Actions that may go along with a message, in the order they are taken. */
export const alongActions = ['categorise', 'prioritise', 'followUp', 'tag', 'setUnit', 'assign'] as const;
export type AlongAction = (typeof alongActions)[number];
export const isAlongAction = (action: string): action is AlongAction =>
  (alongActions as readonly string[]).includes(action);

const along = {
  reason: optionalText(limit.textMax),
  /** An officer of the same MDA; null takes the assignment off. */
  assignee: z.optional(z.nullable(Id)),
  /** For `categorise`: the category from now on, which may be the present one where the jurisdiction alone changes. */
  category: z.optional(Id),
  /** For `tag`, those to add; for `untag`, those to take off. */
  tags: z.optional(z.array(Tag).check(z.minLength(1, message.required), z.maxLength(tagsMax, message.invalid))),
  /** For `prioritise`. */
  priority: z.optional(z.enum(priorities, { error: message.invalid })),
  /** For `followUp`: the day, or null for none; for `call`, when to call back. */
  followUp: z.optional(z.nullable(SpanDay)),
  /** For `setUnit`: a unit of the MDA, or null for none. */
  unit: z.optional(z.nullable(Id)),
};

export const AlongStep = z.object({ action: z.enum(alongActions, { error: message.invalid }), ...along });
export type AlongStep = z.infer<typeof AlongStep>;

const AlongSteps = z.array(AlongStep).check(
  z.maxLength(alongActions.length, message.invalid),
  z.refine((steps) => new Set(steps.map(({ action }) => action)).size === steps.length, { error: message.invalid }),
);

export const ActionInput = z.object({
  text: optionalText(limit.textMax),
  ...along,
  /** For `reply`, `ask` and `resolve`: taken in the same transaction, each with its own event. All are taken or none. */
  also: z.optional(AlongSteps),
  /** For `categorise`: the jurisdiction from now on; absent, it stays. */
  jurisdiction: z.optional(Id),
  /** For `call`. */
  call: z.optional(z.enum(calls, { error: message.invalid })),
  /** For `resolve`. */
  outcome: z.optional(z.enum(outcomes, { error: message.invalid })),
  /** For `offerTransfer` and `decideTransfer`: the MDA it goes to. */
  mda: z.optional(Id),
  /** For `merge`: the complaint of the same MDA that it is handled together with. */
  parent: z.optional(Id),
  /** For `extend`: number of additional working days. */
  days: z.optional(
    z
      .number({ error: message.invalid })
      .check(z.int(message.invalid), z.gte(1, message.invalid), z.lte(maxExtension, message.invalid)),
  ),
  /** For `discloseIdentity` and `denyIdentity`: who asked. */
  requester: z.optional(Id),
  /** For `recuse`, `confirmRecusal` and `liftRecusal`: a member of staff. An officer names nobody but themselves. */
  person: z.optional(Id),
  /** For `note`: colleagues who get a mail about it. */
  mentions: z.optional(z.array(Id).check(z.maxLength(20, message.invalid))),
  /** For `setFields`: custom fields of the complaint's category, or others to be cleared. */
  fields: z.optional(FieldValues),
  /** For `heldActions`: taken only ten seconds later, until when `undoReply` with this ID takes it back. */
  hold: z.optional(Id),
  /** The version the officer saw: the optimistic lock. */
  version: Version,
});
export type ActionInput = z.infer<typeof ActionInput>;

/** The same as a form, for the actions that files go along with. */
const ActionForm = z.extend(z.pick(ActionInput, { text: true, outcome: true, hold: true }), {
  version: VersionText,
  also: z.optional(asJson(AlongSteps)),
});

/** Takes a value as JSON, in a field of a form. */
// @__NO_SIDE_EFFECTS__
export function asJson<S extends z.ZodMiniType>(schema: S) {
  return z.pipe(z.pipe(z.string(), z.transform(parseJson)), schema);
}

/** `action` is a move of the state machine, `note` or `assign`. An unknown one answers 404. Null: the caller sees it no more. */
export const transitionComplaint = endpoint({
  route: 'POST /desk/complaint/{id}/{action}',
  summary: 'Act on a complaint',
  access: readerRoles,
  scope: 'complaint:act',
  params: z.object({ id: Id, action: z.string().check(z.maxLength(40)) }),
  body: ActionInput,
  form: ActionForm,
  files: { files: mediaRule },
  repeat: 'read',
  reply: z.nullable(DeskComplaint),
  errors: ['STATE_FORBIDS', 'VERSION_CONFLICT'],
});

/** Withdraws a held reply or decision before anybody outside the desk sees it. */
export const undoReply = endpoint({
  route: 'POST /desk/complaint/{id}/undo',
  summary: 'Take back a reply or decision of less than ten seconds ago',
  access: readerRoles,
  params: IdParams,
  body: z.object({ hold: Id }),
  reply: z.object({ message: z.string() }),
  errors: ['CONFLICT'],
});
