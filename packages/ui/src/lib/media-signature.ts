import { mediaKind } from './media-rules.ts';

type Rule = readonly [at: number, signs: string];

const image: readonly Rule[] = [
  [0, '\xff\xd8\xff'],
  [0, '\x89PNG'],
  [0, 'GIF8'],
  [8, 'WEBP'],
  [0, 'BM'],
  [0, 'II*\0'],
  [0, 'MM\0*'],
  // AVIF and HEIC.
  [4, 'ftyp'],
];
const video: readonly Rule[] = [
  [4, 'ftyp'],
  // QuickTime of old cameras begins without a type.
  ...['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].map((box): Rule => [4, box]),
  // WebM
  [0, '\x1a\x45\xdf\xa3'],
  [0, 'OggS'],
];
const signatures = { image, video };

/** Whether the first bytes fit what a file says it is: a text that is called `.png` is refused before it is sent. */
export async function looksRight(file: File): Promise<boolean> {
  const kind = mediaKind(file);
  if (kind === null) return false;
  const head = await file
    .slice(0, 16)
    .arrayBuffer()
    .catch(() => null);
  // What cannot be read is left to the sending, which says so.
  if (head === null) return true;
  const signs = String.fromCharCode(...new Uint8Array(head));
  return signatures[kind].some(([at, wanted]) => signs.startsWith(wanted, at));
}
