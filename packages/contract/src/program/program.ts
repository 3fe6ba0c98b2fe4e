import * as z from 'zod/mini';
import { endpoint } from '../core/endpoint.ts';
import { Day, Email, Id, IdParams, Instant, lineText, Named } from '../core/fields.ts';
import { limit } from '../core/limit.ts';
import { message } from '../core/message.ts';
import { scopes, staffRoles } from '../core/role.ts';

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
  /** The start of the token, to tell it from others. */
  prefix: z.string(),
  scopes: z.array(z.enum(scopes)),
  expiresAt: Instant,
  lastUsedAt: z.nullable(Instant),
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
  summary: 'Ask for a token of a program; it is shown this once',
  access: programRoles,
  reauthRequired: true,
  body: z.object({
    ...programFields,
    /** Its role follows: an officer; with reports a supervisor, and of all MDAs oversight, who do not act. */
    scopes: z.array(z.enum(scopes, { error: message.invalid })).check(z.minLength(1, message.required)),
    /** The last day on which it works, in UTC. */
    expires: Day,
  }),
  reply: z.object({ program: Program, token: z.string() }),
  status: 201,
});

export const confirmProgram = endpoint({
  route: 'POST /desk/program/{id}/confirmation',
  summary: 'Confirm the access of a program, as a second person',
  access: programRoles,
  reauthRequired: true,
  params: IdParams,
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
