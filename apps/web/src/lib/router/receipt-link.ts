import { paths } from './paths.ts';

/** Limit of characters for a QR code, with some to spare. */
const maxLength = 2_900;

/** Returns the address that verifies a receipt. The receipt follows the #, so browsers never send it. */
export function receiptLink(proof: string): string {
  const lines = proof.trimEnd().split('\n');
  const link = () => `${window.location.origin}${paths.verify}#${encodeURI(lines.join('\n'))}`;
  // Signatures of witnesses come last, and a receipt is valid without them.
  while (link().length > maxLength) lines.pop();
  return link();
}

/** Finds such an address in a text and returns its receipt; without one the text itself is the receipt. */
export function receiptIn(text: string): string {
  const [, linked] = /\/verify#([^\s()<>"]+)/u.exec(text) ?? [];
  try {
    return `${(linked === undefined ? text : decodeURI(linked)).trim()}\n`;
  } catch {
    return '';
  }
}
