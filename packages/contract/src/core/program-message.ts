/*
 * Texts of the API that only programs get. Imported as `programMessage`. Each is an export of its own: the apps share the schemas, and so
 * load only the texts that their schemas name.
 */
export const limit = 'Ask for 1 to 100 items.';
export const cursor = 'Send the nextCursor of the answer before, with the same filter and order.';
export const key = 'An Idempotency-Key has 8 to 100 characters.';
export const moment = 'Send a moment from 1900 to 2199 with its zone, such as 2026-03-04T09:30:00Z.';
export const field = 'This field is required.';
export const action =
  'A program asks for no identity and recuses nobody. It assigns what nobody has, and starts what somebody has.';

/** Names the words that a parameter takes. */
export const words = (known: readonly string[]): string =>
  `Send one of ${known.join(', ')}, or several with commas between.`;

/** Reasons why a token does not work, by the state of its program. */
export const token = {
  unknown: 'This token is unknown.',
  waiting: 'This token waits for a second person to confirm it.',
  'contact-left': 'This token was ended, since its person of contact left.',
  expired: 'This token has expired.',
  ended: 'This token was ended.',
} as const;
