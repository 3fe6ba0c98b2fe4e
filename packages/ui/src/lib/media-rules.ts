import type { IconName } from '../icon.tsx';

export type MediaKind = 'image' | 'video' | 'document';

/** Kinds that complaints and replies take. */
export const evidenceKinds: readonly MediaKind[] = ['image', 'video', 'document'];

const videoTypes = new Set(['video/mp4', 'video/webm', 'video/ogg', 'video/quicktime']);
/** Some phones pass files without a type; the extension then decides. */
const imageEndings = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'heif', 'avif', 'bmp'];
const videoEndings = ['mp4', 'webm', 'ogg', 'ogv', 'mov'];
const officeEnding = /\.(docx?|xlsx?|pptx?|od[tsp]|rtf|pages|numbers|key)$/iu;

/** For the `accept` of a file input. */
export const ACCEPT_MEDIA = 'image/*,video/mp4,video/webm,video/ogg,video/quicktime,application/pdf';
export const ACCEPT_IMAGES = 'image/*';

/** Returns the kind of a chosen file; null for one that is not accepted. */
export function mediaKind(file: { name: string; type: string }): MediaKind | null {
  const type = file.type.toLowerCase().split(';')[0] ?? '';
  // SVG can hold scripts, and the server refuses it.
  if (type.startsWith('image/')) return type === 'image/svg+xml' ? null : 'image';
  if (videoTypes.has(type)) return 'video';
  if (type === 'application/pdf') return 'document';
  if (type !== '' && type !== 'application/octet-stream') return null;
  const ending = file.name.split('.').pop()?.toLowerCase() ?? '';
  if (ending === 'pdf') return 'document';
  if (imageEndings.includes(ending)) return 'image';
  return videoEndings.includes(ending) ? 'video' : null;
}

/** Returns why a chosen file is refused: a photo may still shrink, others will not. */
export function refusal(file: { name: string; type: string; size: number }, rules: MediaRules): Refusal | null {
  const kind = mediaKind(file);
  if (file.size === 0) return 'empty';
  if (rules.kinds.includes('document') && officeEnding.test(file.name)) return 'office';
  if (kind === null || !rules.kinds.includes(kind)) return 'kind';
  if (kind !== 'image' && file.size > rules.maxBytes) return 'size';
  return null;
}

/** First bytes of JPEG, PNG, GIF, WebP, AVIF and TIFF. */
const readableHead = /^(\xFF\xD8\xFF|.PNG|GIF8|RIFF.{4}WEBP|.{4}ftypavi[fs]|II\*\0|MM\0\*)/su;

/** Returns whether the server can read a photo as it is, by its first bytes. */
export async function isReadable(photo: Blob): Promise<boolean> {
  return readableHead.test(new TextDecoder('latin1').decode(await photo.slice(0, 12).arrayBuffer()));
}

/** Returns the drawing that stands for a kind of file. */
export function mediaIcon(kind: MediaKind | null): IconName {
  if (kind === 'document') return 'complaint';
  return kind ?? 'clip';
}

export type Refusal = 'kind' | 'size' | 'empty' | 'unreadable' | 'office';
export type MediaRules = { kinds: readonly MediaKind[]; maxBytes: number };

/** Sums the bytes of a list of files, as chosen and after shrinking. */
export function totals(items: Array<{ originalSize: number; size: number; status: string }>) {
  const taken = items.filter((item) => item.status !== 'refused');
  return {
    originals: taken.reduce((sum, item) => sum + item.originalSize, 0),
    toSend: taken.reduce((sum, item) => sum + item.size, 0),
  };
}
