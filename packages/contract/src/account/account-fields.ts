import * as z from 'zod/mini';
import { EmailOrPhone, Id, lineText, NewPassword, OptionalEmail, Otp, Phone, RequiredPhone } from '../core/fields.ts';
import { limit } from '../core/limit.ts';
import { message } from '../core/message.ts';
import { codeForm } from '../core/spelling.ts';

/** A new password, typed twice. */
export const passwordPair = {
  password: NewPassword,
  confirmPassword: z.string({ error: message.required }).check(z.minLength(1, message.required)),
};
/** The check of what holds a `passwordPair`: both are the same. */
export function samePassword() {
  return z.refine<{ password: string; confirmPassword: string }>((pair) => pair.password === pair.confirmPassword, {
    error: message.passwordMismatch,
    path: ['confirmPassword'],
  });
}

export const Registration = z
  .object({
    first_name: lineText(limit.nameMax),
    last_name: lineText(limit.nameMax),
    email: EmailOrPhone,
    phone: Phone,
    ...passwordPair,
  })
  .check(samePassword());
export type Registration = z.infer<typeof Registration>;

/** Another word answers as a wrong password does. */
export const LoginType = z.string({ error: message.required }).check(z.maxLength(20, message.credentials));

export const Credentials = z.object({
  email: EmailOrPhone,
  password: z
    .string({ error: message.required })
    .check(z.minLength(1, message.required), z.maxLength(1024, message.credentials)),
  type: LoginType,
});

/** A six-digit code of an authenticator app, or a recovery code; spaces and hyphens do not matter. */
export const MfaCode = z
  .string({ error: message.required })
  .check(z.overwrite(codeForm), z.minLength(1, message.required), z.maxLength(40, message.codeWrong));

export type Credentials = z.infer<typeof Credentials>;

export const ProfileFields = z.object({
  first_name: lineText(limit.nameMax),
  last_name: lineText(limit.nameMax),
  /** Required of whoever logs in by it. */
  email: OptionalEmail,
  phone: RequiredPhone,
  /** Needed only when the e-mail, or the number one logs in by, changes; the new one must then be verified. */
  currentPassword: z.optional(z.string().check(z.maxLength(1024, message.passwordWrong))),
});

/** How news of one's complaints come, beside the portal. */
export const newsWays = ['mail', 'phone'] as const;
export type NewsWay = (typeof newsWays)[number];

/** The ways of news in their order: the next one is for what did not arrive; none: only in the portal. */
export const NewsChoice = z.object({
  ways: z.array(z.enum(newsWays, { error: message.invalid }), { error: message.required }).check(
    z.maxLength(newsWays.length, message.invalid),
    z.refine((ways) => new Set(ways).size === ways.length, { error: message.invalid }),
  ),
});

/** The current password, asked for before an action that weighs much. */
export const CurrentPassword = z
  .string({ error: message.required })
  .check(z.minLength(1, message.required), z.maxLength(1024, message.passwordWrong));

/** The password alone, asked for again. */
export const TypedPassword = z.object({ currentPassword: CurrentPassword });

export const PasswordChange = z
  .object({
    currentPassword: CurrentPassword,
    ...passwordPair,
    type: z.optional(z.string()),
  })
  .check(samePassword());

/** The account that was chosen after ACCOUNT_CHOICE. */
export const ChosenAccount = z.optional(Id);

export const PasswordForgotten = z.object({ email: EmailOrPhone, type: z.optional(z.string()) });

export const PasswordReset = z
  .object({
    ...passwordPair,
    otp: Otp,
    email: z.optional(EmailOrPhone),
    type: z.optional(z.string()),
    account: ChosenAccount,
  })
  .check(samePassword());
