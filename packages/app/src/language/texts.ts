import { ApiError, message } from '@baraza/contract';
import { i18n } from '@lingui/core';

/** Translates a name or a text of the server line by line. Unknown lines stay as they are. */
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
