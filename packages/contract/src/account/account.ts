import * as z from 'zod/mini';
import { Email, EmailOrPhone, Id, IdParams, Instant, lineText, Named, Otp, Phone, Version } from '../core/fields.ts';
import { limit } from '../core/limit.ts';
import { endpoint } from '../core/endpoint.ts';
import { languages } from '../core/language.ts';
import { message } from '../core/message.ts';
import { anyRole, staffRoles } from '../core/role.ts';
import { WaitingChange } from './access-change.ts';
import {
  ChosenAccount,
  Credentials,
  MfaCode,
  NewsChoice,
  newsWays,
  PasswordChange,
  PasswordForgotten,
  PasswordReset,
  ProfileFields,
  Registration,
} from './account-fields.ts';

/** The signed-in person, as the specification spells it. */
export const User = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  /** A signed address of the picture, or null for the default avatar. */
  profilePhoto: z.nullable(z.string()),
  email_verified: z.boolean(),
  /** Whether they log in by their phone number; absent: by e-mail. */
  by_phone: z.optional(z.boolean()),
  /** How news of their complaints come; absent: there is nothing to choose. */
  newsWays: z.optional(z.array(z.enum(newsWays))),
  /** A new e-mail or log-in number that waits for its code; the present one stays until then. */
  pendingEmail: z.optional(z.nullable(z.string())),
  /** The language they chose last; null: none yet. */
  language: z.optional(z.nullable(z.enum(languages))),
});
export type User = z.infer<typeof User>;

export const photoRule = { kind: 'photo', maxBytes: limit.photoBytes, maxCount: 1 } as const;

export const Done = z.object({ message: z.string() });
const Token = z.object({ token: z.string() });

/** Responds alike whether or not the e-mail is known; the mail notifies its owner. */
export const register = endpoint({
  route: 'POST /register',
  summary: 'Register as a citizen',
  access: 'public',
  form: Registration,
  files: { file: photoRule },
  aliases: { firstName: 'first_name', lastName: 'last_name', phoneNumber: 'phone', image: 'file' },
  reply: Done,
  status: 201,
});

/** The account is named by `email`, or by the cookie that /register set. */
export const verifyEmail = endpoint({
  route: 'POST /verify-email',
  summary: 'Confirm the e-mail with the six-digit code',
  access: 'public',
  body: z.object({ otp: Otp, email: z.optional(EmailOrPhone) }),
  reply: Token,
  errors: ['CODE_INVALID', 'CODE_EXPIRED', 'CODE_EXHAUSTED'],
});

/** Sends a new verification code; at most one a minute. */
export const resendCode = endpoint({
  route: 'POST /resend-code',
  summary: 'Send the verification code again',
  access: 'public',
  body: z.object({ email: EmailOrPhone }),
  reply: Done,
});

/**
 * `type`: `user` for citizens, `mda` for staff. Staff with MFA get 403 MFA_REQUIRED and call again with a `code`. Citizens who log in
 * by a telephone number get 403 PHONE_CODE_REQUIRED and call again with the `code` of the SMS; where the password fits several
 * accounts of the number, 409 ACCOUNT_CHOICE, and once more with the `account`.
 */
export const login = endpoint({
  route: 'POST /login',
  summary: 'Log in',
  access: 'public',
  body: z.extend(Credentials, { code: z.optional(MfaCode), account: ChosenAccount }),
  reply: Token,
  errors: [
    'INVALID_CREDENTIALS',
    'EMAIL_NOT_VERIFIED',
    'MFA_REQUIRED',
    'CODE_INVALID',
    'CODE_EXPIRED',
    'CODE_EXHAUSTED',
    'PHONE_CODE_REQUIRED',
    'PHONE_UNUSED',
    'ACCOUNT_CHOICE',
  ],
});

export const logout = endpoint({
  route: 'POST /logout',
  summary: 'End this session',
  access: anyRole,
  guest: true,
  allowWithoutMfa: true,
  reply: Done,
});

export const getUser = endpoint({
  route: 'GET /users/get-details',
  summary: 'The signed-in citizen',
  access: ['citizen'],
  reply: User,
});

/** The other name the specification knows for the same answer. */
export const getUserInfo = endpoint({ ...getUser, route: 'GET /users/info' });

export const updateProfile = endpoint({
  route: 'PUT /users/update-profile',
  summary: 'Change name, e-mail, phone and photo',
  access: ['citizen'],
  form: ProfileFields,
  files: { file: photoRule },
  aliases: { firstName: 'first_name', lastName: 'last_name', phoneNumber: 'phone', image: 'file' },
  reply: User,
  errors: ['CONFLICT'],
});

export const chooseLanguage = endpoint({
  route: 'PUT /users/language',
  summary: 'Keep the language for other devices, and for mails',
  access: anyRole,
  body: z.object({ language: z.enum(languages, { error: message.invalid }) }),
  reply: undefined,
});

/** For whoever logs in by a phone number. Codes and notices about the account come as ever. */
export const chooseNewsWays = endpoint({
  route: 'PUT /users/news',
  summary: 'Choose how news of one’s complaints come',
  access: ['citizen'],
  body: NewsChoice,
  reply: User,
});

/** Ends every other session of the account. */
export const updatePassword = endpoint({
  route: 'PUT /update-password',
  summary: 'Change the password',
  access: anyRole,
  body: PasswordChange,
  reply: Done,
});

/** Responds alike whether or not the e-mail is known. */
export const forgotPassword = endpoint({
  route: 'POST /forgot-password',
  summary: 'Ask for a code to reset the password',
  access: 'public',
  body: PasswordForgotten,
  reply: Done,
});

/**
 * The account is named by `email`, or by the cookie that /forgot-password set. Ends every session. A number with several accounts
 * gets 409 ACCOUNT_CHOICE: call again with the `account`.
 */
export const resetPassword = endpoint({
  route: 'PUT /reset-password',
  summary: 'Set a new password with the code',
  access: 'public',
  body: PasswordReset,
  reply: Done,
  errors: ['CODE_INVALID', 'CODE_EXPIRED', 'CODE_EXHAUSTED', 'ACCOUNT_CHOICE'],
});

export const Session = z.object({
  id: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant,
  userAgent: z.nullable(z.string()),
  current: z.boolean(),
});
export const listSessions = endpoint({
  route: 'GET /session',
  summary: 'Where the caller is signed in',
  access: anyRole,
  reply: z.array(Session),
});
/** Needs re-authentication: a stolen session must not shut its owner out. */
export const endSession = endpoint({
  route: 'DELETE /session/{id}',
  summary: 'End one of the caller’s sessions',
  access: anyRole,
  reauthRequired: true,
  params: IdParams,
  reply: undefined,
});

/** A member of staff, as the desk sees them. */
export const Staff = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: z.enum(staffRoles),
  mda: z.nullable(Named),
  /** For agents. */
  centre: z.optional(z.nullable(z.string())),
  phone: z.optional(z.nullable(z.string())),
  disabled: z.boolean(),
  /** Was invited and has not set a password yet. */
  invited: z.boolean(),
  /** The mail of the invitation was refused for good; told in the list alone. */
  mailRefused: z.optional(z.boolean()),
  /** Signs in with a code of an authenticator app as well. */
  mfa: z.boolean(),
  /** The change that waits for a second person. */
  waiting: z.nullable(WaitingChange),
  version: z.number(),
});
export type Staff = z.infer<typeof Staff>;

/** The signed-in officer's MDA. */
export const getUserMda = endpoint({
  route: 'GET /users/mda',
  summary: 'The MDA of the signed-in member of staff',
  access: staffRoles,
  reply: z.nullable(Named),
});

/** The caller themselves. */
export const Me = z.extend(Staff, {
  /** The installation requires MFA that the caller has not set up: nothing but setting it up is open to them. */
  mustEnrol: z.boolean(),
  language: z.optional(z.nullable(z.enum(languages))),
});
export type Me = z.infer<typeof Me>;

export const getStaffMe = endpoint({
  route: 'GET /desk/me',
  summary: 'The signed-in member of staff',
  access: staffRoles,
  allowWithoutMfa: true,
  reply: Me,
});

export const listStaff = endpoint({
  route: 'GET /desk/staff',
  summary: 'All staff accounts',
  access: ['administrator'],
  reply: z.array(Staff),
});

const StaffFields = {
  first_name: lineText(limit.nameMax),
  last_name: lineText(limit.nameMax),
  role: z.enum(staffRoles, { error: message.invalid }),
  /** Required for officers and supervisors. */
  mda: z.optional(z.nullable(Id)),
  /** For agents: the centre, whose agents read what it filed, and their own number. */
  centre: z.optional(z.nullable(lineText(limit.nameMax))),
  phone: Phone,
};

/** A new member of staff sets a password with the mailed link. */
export const createStaff = endpoint({
  route: 'POST /desk/staff',
  summary: 'Create a staff account',
  access: ['administrator'],
  reauthRequired: true,
  body: z.object({ ...StaffFields, email: Email }),
  reply: Staff,
  status: 201,
  errors: ['CONFLICT'],
});

export const updateStaff = endpoint({
  route: 'PATCH /desk/staff',
  summary: 'Change, disable or enable a staff account',
  access: ['administrator'],
  reauthRequired: true,
  body: z.object({
    ...z.partial(z.object(StaffFields)).shape,
    id: Id,
    disabled: z.optional(z.boolean({ error: message.invalid })),
    /** The colleague who receives the open complaints of a person leaving the MDA; null: nobody. */
    handTo: z.optional(z.nullable(Id)),
    version: Version,
  }),
  reply: Staff,
  errors: ['NOT_FOUND', 'CONFLICT', 'VERSION_CONFLICT'],
});

/** The fields of a staff account, new or changed. */
export const StaffForm = z.extend(createStaff.body, { handTo: updateStaff.body.shape.handTo });
