import * as z from 'zod/mini';
import { CurrentPassword, MfaCode, TypedPassword } from './account-fields.ts';
import { Instant } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { staffRoles } from '../core/role.ts';

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

/** Recovery codes, shown once: the server keeps only their hashes. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Turns it on and ends the caller's other sessions. */
export const confirmMfa = endpoint({
  route: 'POST /desk/mfa/confirm',
  summary: 'Turn MFA on with a first code',
  access: staffRoles,
  allowWithoutMfa: true,
  body: z.object({ code: MfaCode }),
  reply: RecoveryCodes,
  errors: ['CODE_INVALID', 'CONFLICT'],
});

const Proof = z.object({ currentPassword: CurrentPassword, code: MfaCode });

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
