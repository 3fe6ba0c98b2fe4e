import * as z from 'zod/mini';
import { Staff } from './account.ts';
import { passwordPair, samePassword, TypedPassword } from './account-fields.ts';
import { IdParams, Instant } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { message, staffMessage } from '../core/message.ts';

/** Stands in the link of the mail, behind the #: no log and no other site ever sees it. */
export const InvitationToken = z
  .string({ error: message.required })
  .check(z.regex(/^[\w-]{43}$/u, staffMessage.invitationEnded));

/** Reads an invitation; used, replaced and expired ones are not found. */
export const readInvitation = endpoint({
  route: 'POST /invitation',
  summary: 'Look at an invitation to the desk',
  access: 'public',
  body: z.object({ invitation: InvitationToken }),
  reply: z.object({ email: z.string(), first_name: z.string(), expiresAt: Instant }),
});

/** Sets the first password. It signs nobody in, and works once. */
export const acceptInvitation = endpoint({
  route: 'POST /invitation/accept',
  summary: 'Accept an invitation with a password of one’s own',
  access: 'public',
  body: z
    .object({
      invitation: InvitationToken,
      ...passwordPair,
    })
    .check(samePassword()),
  reply: z.object({ message: z.string() }),
});

/** The link of the last mail is worth nothing from then on. */
export const inviteAgain = endpoint({
  route: 'POST /desk/staff/{id}/invitation',
  summary: 'Send the invitation again',
  access: ['administrator'],
  params: IdParams,
  repeat: 'read',
  reply: Staff,
  errors: ['CONFLICT'],
});

/** For a lost device or an unexplained log-in; the owner can log in again with the password. */
export const signOutStaff = endpoint({
  route: 'POST /desk/staff/{id}/sign-out',
  summary: 'End every session of a colleague',
  access: ['administrator'],
  params: IdParams,
  reply: Staff,
});

/** For somebody who lost their phone and their recovery codes: the password alone signs in until they enrol anew. */
export const resetMfa = endpoint({
  route: 'POST /desk/staff/{id}/mfa-reset',
  summary: 'Turn off MFA of a colleague',
  access: ['administrator'],
  params: IdParams,
  body: TypedPassword,
  reply: Staff,
  errors: ['CONFLICT'],
});
