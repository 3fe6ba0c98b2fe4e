import * as z from 'zod/mini';
import { endpoint } from '../core/endpoint.ts';
import { staffRoles } from '../core/role.ts';
import { MfaCode } from './account-fields.ts';
import { InvitationToken } from './invitation.ts';

const Address = z.object({ address: z.string() });

/** Why the sign-in provider let nobody in; the desk's address carries it behind the #. */
export const providerOutcomes = ['linked', 'unlinked', 'taken', 'disabled', 'ended', 'away', 'refused'] as const;
export type ProviderOutcome = (typeof providerOutcomes)[number];

/** With an invitation, its account is linked to the person who signs in there. */
export const startProviderSignIn = endpoint({
  route: 'POST /oidc/start',
  summary: 'Ask for the address at which the sign-in provider lets staff in',
  access: 'public',
  body: z.object({ invitation: z.optional(InvitationToken) }),
  reply: Address,
  errors: ['NOT_FOUND', 'INVITATION_ENDED', 'FORBIDDEN'],
});

/** Needs a recent password: a stolen session must not let its thief in for good. */
export const linkProvider = endpoint({
  route: 'POST /oidc/link',
  summary: 'Ask for the address at which the caller links their account to the sign-in provider',
  access: staffRoles,
  reauthRequired: true,
  reply: Address,
});

/** The ticket is behind the # of the desk's address after the provider; it works once, in one browser. */
export const enterByProvider = endpoint({
  route: 'POST /oidc/session',
  summary: 'Open a session after the sign-in provider let somebody in',
  access: 'public',
  body: z.object({ ticket: z.string().check(z.regex(/^[\w-]{1,1000}$/u)), code: z.optional(MfaCode) }),
  reply: z.object({ token: z.string() }),
  errors: ['NOT_FOUND', 'INVALID_CREDENTIALS', 'MFA_REQUIRED', 'CODE_INVALID'],
});
