import { ApiError, message } from '@baraza/contract';
import { i18n } from '@lingui/core';

/** Translates a text of the contract or the server, or a name, line by line; what the catalogue lacks is shown as it was sent. */
export function say(text: string): string {
  return text
    .split('\n')
    .map((line) => (line in i18n.messages ? i18n._(line) : line))
    .join('\n');
}

/** Returns the text to show for a failure. */
export function errorText(error: unknown): string {
  return say(error instanceof ApiError ? error.message : message.internal);
}
