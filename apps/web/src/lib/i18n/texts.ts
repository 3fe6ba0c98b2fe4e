import { ApiError } from '@baraza/contract/core/error';
import { fileMessage } from '@baraza/contract/core/file-message';
import { message } from '@baraza/contract/core/message';
import { quotaMessage } from '@baraza/contract/core/quota-message';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { i18n } from './i18n.ts';

/** The contract's texts for citizens, in the catalogue, so that they can be translated too. */
export const contractTexts = {
  required: msg`All fields are required`,
  email: msg`Invalid email address`,
  photoTooLarge: msg`Image size should not exceed 3MB.`,
  otpEmailRequired: msg`Email is required to request OTP.`,
  tooShort: msg`Input too short`,
  invalid: msg`Invalid input.`,
  tooLong: msg`This text is too long.`,
  nameSigns: msg`This name holds a sign that cannot be used. Please type it anew.`,
  mediaTooLarge: msg`Media size should not exceed 10mb!`,
  mediaType: msg`Only images and mp4, webm, ogg or quicktime videos are accepted.`,
  audioType: msg`Only a wav recording is accepted.`,
  photoType: msg`Only images are accepted.`,
  tooManyFiles: msg`You can attach at most 10 files.`,
  jurisdictionRequired: msg`The MDA selected requires a jurisdiction to be selected`,
  jurisdictionForeign: msg`This jurisdiction does not belong to the MDA selected.`,
  incidentDate: msg`The date must be from six months ago to today.`,
  passwordLength: msg`Use 8 to 128 characters for the password.`,
  passwordCommon: msg`This password is too easy to guess. Choose another one.`,
  passwordMismatch: msg`The two passwords are not the same.`,
  passwordWrong: msg`The current password is not correct.`,
  codeWrong: msg`This code is not correct.`,
  codeExpired: msg`This code has expired. Ask for a new one.`,
  codeExhausted: msg`Too many wrong tries. Ask for a new code.`,
  credentials: msg`The email or the password is not correct.`,
  unverified: msg`Please verify your email first. Use the newest code we sent you.`,
  unauthenticated: msg`Please log in again.`,
  forbidden: msg`You may not do this.`,
  notFound: msg`This was not found.`,
  rateLimited: msg`Too many tries. Please wait a moment and try again.`,
  stateForbids: msg`This cannot be done in the present state of the complaint.`,
  versionConflict: msg`Someone else changed this complaint. Look at what changed and try again.`,
  surveyTaken: msg`You have already answered the survey for this complaint.`,
  payloadTooLarge: msg`This is more than can be sent at once. Try with fewer or smaller files.`,
  internal: msg`Something went wrong on our side. Nothing was saved. Please try again.`,
  unavailable: msg`The service is busy or being restarted. Please try again in a moment.`,
  offline: msg`You seem to be offline. Nothing was lost; please try again.`,
} satisfies Partial<Record<keyof typeof message, MessageDescriptor>>;

/** Those about files that only the server finds out. */
export const fileTexts = {
  unreadable: msg`This kind of image cannot be read here. Please send it as JPEG or PNG.`,
  broken: msg`This picture is broken or too large. Please send it as JPEG or PNG.`,
  name: msg`The name of this file cannot be read. Please rename it and send it again.`,
  cut: msg`The form did not arrive whole. Please send it again.`,
  infected: msg`A virus was found in this file. It was not taken.`,
  unchecked: msg`Files cannot be checked for viruses at the moment, so none is taken. Nothing was saved. Please try again later.`,
} satisfies Record<keyof typeof fileMessage, MessageDescriptor>;

/** Those about what one person can send in a day. */
export const quotaTexts = {
  complaints: msg`You have sent as many complaints as one person can in a day. Please send this one tomorrow.`,
  files: msg`You have sent as many files as one person can in a day. Please send these tomorrow.`,
} satisfies Record<keyof typeof quotaMessage, MessageDescriptor>;

const byText = new Map<string, MessageDescriptor>([
  ...(Object.keys(contractTexts) as (keyof typeof contractTexts)[]).map(
    (key) => [message[key], contractTexts[key]] as const,
  ),
  ...(Object.keys(fileTexts) as (keyof typeof fileTexts)[]).map((key) => [fileMessage[key], fileTexts[key]] as const),
  ...(Object.keys(quotaTexts) as (keyof typeof quotaTexts)[]).map(
    (key) => [quotaMessage[key], quotaTexts[key]] as const,
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
