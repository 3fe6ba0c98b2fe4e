import * as z from 'zod/mini';
import { CurrentPassword, TypedPassword } from './account-fields.ts';
import { Instant } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { message, staffMessage } from '../core/message.ts';
import { staffRoles } from '../core/role.ts';

/** A six-digit code of an authenticator app, or a recovery code; spaces and hyphens do not matter. */
const StepCode = z
  .string({ error: message.required })
  .check(z.trim(), z.minLength(1, message.required), z.maxLength(40, message.codeWrong));

/** The second half of a sign-in: what `/login` answered with MFA_REQUIRED, and a code. */
export const submitMfaCode = endpoint({
  route: 'POST /login/mfa',
  summary: 'Finish a log-in with a code of the authenticator app, or a recovery code',
  access: 'public',
  body: z.object({
    challenge: z.string({ error: message.required }).check(z.regex(/^[\w-]{43}$/u, staffMessage.signInAgain)),
    code: StepCode,
  }),
  reply: z.object({ token: z.string() }),
  errors: ['CODE_INVALID', 'CODE_EXPIRED', 'CODE_EXHAUSTED'],
});

export const Mfa = z.object({
  /** Since when a code is asked for; null: it is not. */
  since: z.nullable(Instant),
  recoveryCodesLeft: z.number(),
  /** Whether this installation asks every member of staff for it. */
  required: z.boolean(),
});
export type Mfa = z.infer<typeof Mfa>;

export const getMfa = endpoint({
  route: 'GET /desk/mfa',
  summary: 'Whether the caller signs in with MFA',
  access: staffRoles,
  allowWithoutMfa: true,
  reply: Mfa,
});

/** A new key for the app. It counts once a code of it is confirmed; asked for again, the older one is worth nothing. */
export const startMfa = endpoint({
  route: 'POST /desk/mfa',
  summary: 'Ask for a key for the authenticator app',
  access: staffRoles,
  allowWithoutMfa: true,
  body: TypedPassword,
  reply: z.object({
    /** To be typed into the app, base32. */
    key: z.string(),
    /** The same as an otpauth address, for the QR code. */
    address: z.string(),
  }),
  errors: ['CONFLICT'],
});

/** Told once: the server keeps nothing that they could be read from. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Turns it on and ends the caller's other sessions. */
export const confirmMfa = endpoint({
  route: 'POST /desk/mfa/confirm',
  summary: 'Turn MFA on with a first code',
  access: staffRoles,
  allowWithoutMfa: true,
  body: z.object({ code: StepCode }),
  reply: RecoveryCodes,
  errors: ['CODE_INVALID', 'CONFLICT'],
});

const Proof = z.object({ currentPassword: CurrentPassword, code: StepCode });

/** The older ones are worth nothing from then on. */
export const renewRecoveryCodes = endpoint({
  route: 'POST /desk/mfa/recovery-codes',
  summary: 'Make new recovery codes',
  access: staffRoles,
  body: Proof,
  reply: RecoveryCodes,
  errors: ['CODE_INVALID', 'CONFLICT'],
});

export const endMfa = endpoint({
  route: 'POST /desk/mfa/off',
  summary: 'Turn MFA off',
  access: staffRoles,
  body: Proof,
  reply: undefined,
  errors: ['CODE_INVALID', 'CONFLICT'],
});
