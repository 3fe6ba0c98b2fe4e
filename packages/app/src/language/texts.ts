import { ApiError, message } from '@baraza/contract';
import { i18n } from '@lingui/core';

/** Translates a text of the contract or the server; one that the catalogue does not have is shown as it was sent. */
export function say(text: string): string {
  return text in i18n.messages ? i18n._(text) : text;
}

/** Returns the text to show for a failure. */
export function errorText(error: unknown): string {
  return say(error instanceof ApiError ? error.message : message.internal);
}
