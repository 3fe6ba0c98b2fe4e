import { ApiError } from '@baraza/contract/core/error';
import { fileMessage } from '@baraza/contract/core/file-message';
import { keepMessage } from '@baraza/contract/mda/keep-message';
import { contactsMax, holidaySpanMax, targetOrder } from '@baraza/contract/mda/mda-desk';
import { message } from '@baraza/contract/core/message';
import { moveMessage } from '@baraza/contract/complaint/move-message';
import { placeholders, placeholderUnknown } from '@baraza/contract/saved-reply/saved-reply';
import { staffMessage } from '@baraza/contract/account/staff-message';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { i18n } from './i18n.ts';

const placeholderList = placeholders.map((name) => `{${name}}`).join(', ');

/** The contract's texts for staff, in the catalogue, so that they can be translated too. */
export const contractTexts = {
  required: msg`All fields are required`,
  email: msg`Invalid email address`,
  photoTooLarge: msg`Image size should not exceed 3MB.`,
  otpEmailRequired: msg`Email is required to request OTP.`,
  invalid: msg`Invalid input.`,
  tooLong: msg`This text is too long.`,
  nameSigns: msg`This name holds a sign that cannot be used. Please type it anew.`,
  photoType: msg`Only images are accepted.`,
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
  payloadTooLarge: msg`This is more than can be sent at once. Try with fewer or smaller files.`,
  internal: msg`Something went wrong on our side. Nothing was saved. Please try again.`,
  unavailable: msg`The service is busy or being restarted. Please try again in a moment.`,
  offline: msg`You seem to be offline. Nothing was lost; please try again.`,
} satisfies Partial<Record<keyof typeof message, MessageDescriptor>>;

/** Texts about the accounts of staff. */
export const staffTexts = {
  mfa: msg`Now enter the code that your authenticator app shows.`,
  signInAgain: msg`This log-in has ended. Please log in again with your email and password.`,
  stepExhausted: msg`Too many wrong codes. Please log in again with your email and password.`,
  passwordAgain: msg`Please type your password again to go on.`,
  totpRequired: msg`Set up two-step sign-in first: it is required here.`,
  mfaOn: msg`Two-step sign-in is on already.`,
  mfaOff: msg`Two-step sign-in is not on.`,
  invitationEnded: msg`This invitation was used already, was replaced by a newer one, or is too old. Ask for another one.`,
  invitationAccepted: msg`This person has set a password already.`,
} satisfies Record<keyof typeof staffMessage, MessageDescriptor>;

/** Texts about what supervisors and administrators manage. */
export const keepTexts = {
  changed: msg`Someone else changed this meanwhile. Nothing of yours is lost: look at what changed, then try again.`,
  accountTaken: msg`There is a staff account with this email already.`,
  accountOwn: msg`You cannot disable your own account, or change its role.`,
  accountDisabled: msg`This account is disabled. Enable it first.`,
  ownMfa: msg`Turn your own off under "Two-step sign-in".`,
  categoryTaken: msg`There is a category with this name already.`,
  categoryLast: msg`This is the last category that people can choose. Add or switch on another one first.`,
  contactsFull: msg`An MDA can publish at most ${contactsMax} contacts.`,
  mdaTaken: msg`There is an MDA with this name already.`,
  mdaHasOpen: msg`This MDA has open complaints. They must be closed or handed over before it can be switched off.`,
  jurisdictionTaken: msg`This MDA has a jurisdiction with this name already.`,
  savedReplyTaken: msg`There is a saved reply with this title already.`,
  feedbackAnswered: msg`This feedback has a reply already. Yours was not sent; read what is there.`,
  holidayOver: msg`This day is over.`,
  holidayEverywhere: msg`This day is free everywhere. Only an administrator can change it.`,
  holidayPast: msg`The day must be today or later.`,
  holidayMany: msg`Enter at most ${holidaySpanMax} days at once.`,
  spanReversed: msg`The last day must not be before the first.`,
  reportLong: msg`A report can span five years at most.`,
  demoOwn: msg`You are signed in with a sample account, which would go too. Make an administrator of your own and sign in as them.`,
  namedTwice: msg`A complaint is named twice.`,
} satisfies Record<keyof typeof keepMessage, MessageDescriptor>;

/** Texts about transitions by staff. */
export const moveTexts = {
  tooMany: msg`These are too many at once.`,
  rejectReason: msg`Choose one of the listed reasons.`,
  transferSelf: msg`Choose another MDA than the one that has the complaint.`,
  transferMda: msg`Choose an MDA that takes complaints.`,
  parentUnknown: msg`Choose an open or resolved complaint of the same MDA.`,
  parentOfOthers: msg`Other complaints are handled together with this one. Merge it the other way round.`,
  extendedEnough: msg`The date of this complaint was moved twice already.`,
  personForeign: msg`Choose somebody who works at the MDA of this complaint.`,
  personRecused: msg`They are recused from this complaint already.`,
  personNotRecused: msg`They are not recused from this complaint.`,
  recusalDecided: msg`Somebody has decided on this already. Look at what changed.`,
  recuseOthers: msg`Only a supervisor can recuse somebody else.`,
  assigneeRecused: msg`They are recused from this complaint. Lift the recusal first, or choose somebody else.`,
  mentionRecused: msg`Somebody you mention is recused from this complaint. Take their name out.`,
  mentionForeign: msg`Only colleagues of this MDA can be mentioned.`,
  identityRequested: msg`You have asked already. A supervisor decides.`,
  identityGone: msg`Nobody can be shown: this complaint has no person any more.`,
  identityShown: msg`You can already see the name and the contact data.`,
  identityOwn: msg`Somebody else has to decide on your own request.`,
  identityDecided: msg`Nobody waits for this any more. Look at what changed.`,
} satisfies Record<keyof typeof moveMessage, MessageDescriptor>;

/** Texts about files that only the server can check. */
export const fileTexts = {
  unreadable: msg`This kind of image cannot be read here. Please send it as JPEG or PNG.`,
  broken: msg`This picture is broken or too large. Please send it as JPEG or PNG.`,
  name: msg`The name of this file cannot be read. Please rename it and send it again.`,
  cut: msg`The form did not arrive whole. Please send it again.`,
  infected: msg`A virus was found in this file. It was not taken.`,
  unchecked: msg`Files cannot be checked for viruses at the moment, so none is taken. Nothing was saved. Please try again later.`,
} satisfies Record<keyof typeof fileMessage, MessageDescriptor>;

const byText = new Map<string, MessageDescriptor>([
  ...(Object.keys(contractTexts) as (keyof typeof contractTexts)[]).map(
    (key) => [message[key], contractTexts[key]] as const,
  ),
  ...(Object.keys(staffTexts) as (keyof typeof staffTexts)[]).map(
    (key) => [staffMessage[key], staffTexts[key]] as const,
  ),
  ...(Object.keys(keepTexts) as (keyof typeof keepTexts)[]).map((key) => [keepMessage[key], keepTexts[key]] as const),
  ...(Object.keys(moveTexts) as (keyof typeof moveTexts)[]).map((key) => [moveMessage[key], moveTexts[key]] as const),
  ...(Object.keys(fileTexts) as (keyof typeof fileTexts)[]).map((key) => [fileMessage[key], fileTexts[key]] as const),
  [targetOrder, msg`Each step needs at least as many days as the one before it.`],
  [placeholderUnknown, msg`Use only these placeholders: ${placeholderList}.`],
]);

/** Translates a text of the contract or the server; an unknown one is returned as it is. */
export function say(text: string): string {
  const known = byText.get(text);
  return known ? i18n._(known) : text;
}

/** Returns the text to show for a failure. */
export function errorText(error: unknown): string {
  return say(error instanceof ApiError ? error.message : message.internal);
}
