import { paths } from './paths.ts';

/** Characters that a QR code holds, with some to spare. */
const most = 2_900;

/** Writes the address that checks a receipt. That stands behind the #, and so is never sent. */
export function receiptLink(proof: string): string {
  const lines = proof.trimEnd().split('\n');
  const link = () => `${window.location.origin}${paths.verify}#${encodeURI(lines.join('\n'))}`;
  // The signatures of witnesses stand last, and it is a receipt without them too.
  while (link().length > most) lines.pop();
  return link();
}

/** Finds the receipt in such an address, wherever it stands in a text; else the text is taken for the receipt. */
export function receiptIn(text: string): string {
  const [, linked] = /\/verify#([^\s()<>"]+)/u.exec(text) ?? [];
  try {
    return `${(linked === undefined ? text : decodeURI(linked)).trim()}\n`;
  } catch {
    return '';
  }
}
