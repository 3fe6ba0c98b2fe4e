import { ApiError } from '@baraza/contract/error';
import { message } from '@baraza/contract/message';
import { staffMessage } from '@baraza/contract/staff-message';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { i18n } from './i18n.ts';

/** The contract's texts for staff, in the catalogue, so that they can be translated too. */
export const contractTexts = {
  required: msg`All fields are required`,
  email: msg`Invalid email address`,
  otpEmailRequired: msg`Email is required to request OTP.`,
  invalid: msg`Invalid input.`,
  tooLong: msg`This text is too long.`,
  passwordLength: msg`Use 8 to 128 characters for the password.`,
  passwordCommon: msg`This password is too easy to guess. Choose another one.`,
  passwordMismatch: msg`The two passwords are not the same.`,
  passwordWrong: msg`The current password is not correct.`,
  codeWrong: msg`This code is not correct.`,
  codeExpired: msg`This code has expired. Ask for a new one.`,
  codeExhausted: msg`Too many wrong tries. Ask for a new code.`,
  credentials: msg`The email or the password is not correct.`,
  unauthenticated: msg`Please log in again.`,
  forbidden: msg`You may not do this.`,
  notFound: msg`This was not found.`,
  rateLimited: msg`Too many tries. Please wait a moment and try again.`,
  stateForbids: msg`This cannot be done in the present state of the complaint.`,
  versionConflict: msg`Someone else changed this complaint. Look at what changed and try again.`,
  assignOthers: msg`Only a supervisor can assign a complaint to someone else.`,
  assigneeForeign: msg`Choose an officer of this MDA.`,
  internal: msg`Something went wrong on our side. Nothing was saved. Please try again.`,
  unavailable: msg`The service is busy or being restarted. Please try again in a moment.`,
  offline: msg`You seem to be offline. Nothing was lost; please try again.`,
} satisfies Partial<Record<keyof typeof message, MessageDescriptor>>;

/** Those about the accounts of staff. */
export const staffTexts = {
  secondStep: msg`Now enter the code that your authenticator app shows.`,
  signInAgain: msg`This log-in has ended. Please log in again with your email and password.`,
  stepExhausted: msg`Too many wrong codes. Please log in again with your email and password.`,
  totpRequired: msg`Set up two-step sign-in first: it is required here.`,
  twoStepOn: msg`Two-step sign-in is on already.`,
  twoStepOff: msg`Two-step sign-in is not on.`,
  invitationEnded: msg`This invitation was used already, was replaced by a newer one, or is too old. Ask for another one.`,
  invitationAccepted: msg`This person has set a password already.`,
} satisfies Record<keyof typeof staffMessage, MessageDescriptor>;

const byText = new Map<string, MessageDescriptor>([
  ...(Object.keys(contractTexts) as (keyof typeof contractTexts)[]).map(
    (key) => [message[key], contractTexts[key]] as const,
  ),
  ...(Object.keys(staffTexts) as (keyof typeof staffTexts)[]).map(
    (key) => [staffMessage[key], staffTexts[key]] as const,
  ),
]);

/** A text of the contract or the server in the person's language; one we do not know is shown as it was sent. */
export function say(text: string): string {
  const known = byText.get(text);
  return known ? i18n._(known) : text;
}

/** What to tell the person about a failure. */
export function errorText(error: unknown): string {
  return say(error instanceof ApiError ? error.message : message.internal);
}
