import * as z from 'zod/mini';
import { endpoint } from '../core/endpoint.ts';
import { Day, Email, Id, IdParams, Instant, lineText, Named, text } from '../core/fields.ts';
import { limit } from '../core/limit.ts';
import { message, staffMessage } from '../core/message.ts';
import { scopes, staffRoles } from '../core/role.ts';
import { eventTypes } from './event.ts';

/** Roles that ask for access of programs and confirm it: always two of them together. */
export const programRoles = ['supervisor', 'administrator', 'oversight'] as const;

/** `contact-left`: the person of contact has no account at the office any more. */
export const programStates = ['waiting', 'active', 'contact-left', 'expired', 'ended'] as const;

/** An account that a program uses in place of a person. */
export const Program = z.object({
  ...Named.shape,
  role: z.enum(staffRoles),
  /** Null: all MDAs. */
  mda: z.nullable(Named),
  /** Person whom people ask about the program. */
  contact: Named,
  requestedBy: Named,
  requestedAt: Instant,
  confirmedBy: z.nullable(Named),
  endedBy: z.nullable(Named),
  state: z.enum(programStates),
  /** Whether the caller is the second person that it waits for. */
  mayConfirm: z.boolean(),
  /** The start of the token, to tell it from others; null for a webhook. */
  prefix: z.nullable(z.string()),
  scopes: z.array(z.enum(scopes)),
  expiresAt: z.nullable(Instant),
  lastUsedAt: z.nullable(Instant),
  /** Where events are sent; null for a token. */
  url: z.nullable(z.string()),
  /** The events that are sent; none: all. */
  types: z.array(z.string()),
  /** Since when every delivery failed. */
  failingSince: z.nullable(Instant),
});
export type Program = z.infer<typeof Program>;

/** How many days a token works at most. */
export const tokenDaysMax = 366;

/** The newest first; a supervisor those of the own MDA. */
export const listPrograms = endpoint({
  route: 'GET /desk/program',
  summary: 'Programs that read or act through the API',
  access: programRoles,
  reply: z.array(Program),
});

const programFields = {
  name: lineText(limit.nameMax),
  /** Absent for a program of all MDAs, and for a supervisor, whose own it is. */
  mda: z.optional(Id),
  /** Email of the person of contact; absent: the caller. */
  contact: z.optional(Email),
};

/** Works once a second person confirmed it: of one MDA an administrator and a supervisor there, of all an administrator and oversight. */
export const requestToken = endpoint({
  route: 'POST /desk/token',
  summary: 'Request a token for a program; it is shown this once',
  access: programRoles,
  reauthRequired: true,
  body: z.object({
    ...programFields,
    /** Its role follows: an officer; with reports a supervisor, and of all MDAs oversight, who do not act. */
    scopes: z.array(z.enum(scopes, { error: message.invalid })).check(z.minLength(1, message.required)),
    /** The last day on which it works, in UTC. */
    expires: Day,
  }),
  repeat: 'secret',
  reply: z.object({ program: Program, token: z.string() }),
  status: 201,
});

/** Has the events of `GET /events` sent to an address, signed by Standard Webhooks. Two people decide as on a token. */
export const requestWebhook = endpoint({
  route: 'POST /desk/webhook',
  summary: 'Request a webhook; its secret is shown this once',
  access: programRoles,
  reauthRequired: true,
  body: z.object({
    ...programFields,
    url: text(500).check(
      z.refine((url) => /^https?:\/\/[^\s@]+$/u.test(url) && URL.canParse(url), staffMessage.webhookForm),
    ),
    /** Absent: all. */
    types: z.optional(z.array(z.enum(eventTypes, { error: message.invalid }))),
  }),
  repeat: 'secret',
  reply: z.object({ program: Program, secret: z.string() }),
  status: 201,
});

/** For 24 hours deliveries bear signatures with all secrets that signed before, too. */
export const renewSecret = endpoint({
  route: 'POST /desk/webhook/{id}/secret',
  summary: 'Replace the secret of a webhook; the new one is shown this once',
  access: programRoles,
  reauthRequired: true,
  params: IdParams,
  repeat: 'secret',
  reply: z.object({ secret: z.string() }),
});

export const Delivery = z.object({
  id: z.string(),
  eventId: z.string(),
  type: z.string(),
  /** Of the complaint; null for a reader who may not open it. */
  trackingId: z.nullable(z.string()),
  at: Instant,
  attempts: z.number(),
  /** Status or fault of the last try; null before the first. */
  outcome: z.nullable(z.string()),
  deliveredAt: z.nullable(Instant),
  /** Null once it was delivered or given up. */
  nextTryAt: z.nullable(Instant),
});
export type Delivery = z.infer<typeof Delivery>;

export const listDeliveries = endpoint({
  route: 'GET /desk/webhook/{id}/delivery',
  summary: 'The last hundred deliveries of a webhook',
  access: programRoles,
  params: IdParams,
  reply: z.array(Delivery),
});

export const redeliver = endpoint({
  route: 'POST /desk/webhook/{id}/delivery',
  summary: 'Send a delivery again',
  access: programRoles,
  params: IdParams,
  body: z.object({ delivery: Id }),
  repeat: 'read',
  reply: z.array(Delivery),
  errors: ['CONFLICT'],
});

export const confirmProgram = endpoint({
  route: 'POST /desk/program/{id}/confirmation',
  summary: 'Confirm the access of a program, as a second person',
  access: programRoles,
  reauthRequired: true,
  params: IdParams,
  repeat: 'read',
  reply: z.array(Program),
  errors: ['CONFLICT'],
});

/** Takes one person, and effect at once. */
export const endProgram = endpoint({
  route: 'DELETE /desk/program/{id}',
  summary: 'End the access of a program, or decline it',
  access: programRoles,
  params: IdParams,
  reply: z.array(Program),
  errors: ['CONFLICT'],
});
