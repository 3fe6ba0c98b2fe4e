import { useEffect, useRef, useState } from 'react';
import { isReadable, mediaKind, refusal, type MediaKind, type MediaRules, type Refusal } from './lib/media-rules.ts';
import { shrinkPhoto } from './lib/shrink-photo.ts';

/** A chosen file and its state. */
export type MediaItem = {
  id: string;
  name: string;
  kind: MediaKind | null;
  /** The file to send: the shrunk photo, or the file as chosen. Absent while shrinking or refused. */
  file?: File;
  originalSize: number;
  size: number;
  status: 'shrinking' | 'ready' | 'failed' | 'refused';
  reason?: string;
  refusal?: Refusal;
  thumb?: string;
};

export type MediaFiles = ReturnType<typeof useMediaFiles>;

/** Manages a list of chosen files: shrinks, refuses files of wrong size or kind, makes thumbnails. */
export function useMediaFiles(rules: MediaRules) {
  const [items, setItems] = useState<MediaItem[]>([]);
  // Kept beside the state, since a photo shrunk a moment ago is not in the state of this render.
  const latest = useRef(items);
  const shrinking = useRef(new Set<Promise<void>>());
  const keep = (next: MediaItem[]) => {
    latest.current = next;
    setItems(next);
  };
  useEffect(() => () => latest.current.forEach(forget), []);

  const update = (id: string, change: Partial<MediaItem>) =>
    keep(latest.current.map((item) => (item.id === id ? { ...item, ...change } : item)));

  const track = (begun: Promise<void>) => {
    const work = begun.finally(() => shrinking.current.delete(work));
    shrinking.current.add(work);
  };
  const add = (files: Iterable<File>) => {
    for (const file of files) {
      const item = itemFor(file, refusal(file, rules));
      keep([...latest.current, item]);
      if (item.status === 'shrinking') track(shrink(item.id, file));
    }
  };

  const shrink = async (id: string, file: File) => {
    // Without the code that shrinks (offline, first visit) the photo is sent as it is.
    const small = (await shrinkPhoto(file).catch(() => null)) ?? file;
    if (small.size > rules.maxBytes) update(id, { status: 'refused', refusal: 'size', file: undefined });
    else if (!(await isReadable(small))) update(id, { status: 'refused', refusal: 'unreadable', file: undefined });
    else update(id, { status: 'ready', file: small, name: small.name, size: small.size });
  };

  /** Adds files of a draft, which were shrunk before they were stored. */
  const restore = (files: Iterable<File>) => {
    const kept = Array.from(files, (file) => Object.assign(itemFor(file, null), { status: 'ready' as const, file }));
    keep([...latest.current, ...kept]);
  };

  const remove = (id: string) => {
    latest.current.filter((item) => item.id === id).forEach(forget);
    keep(latest.current.filter((item) => item.id !== id));
  };
  const clear = () => {
    latest.current.forEach(forget);
    keep([]);
  };
  /**
   * Returns the items once every photo is shrunk, without the refused ones. Send these: a photo that is still being
   * shrunk must not stay behind. Null if one turned out to be refused, so that the person sees that first.
   */
  const settled = async () => {
    const refusedBefore = latest.current.filter(isRefused).length;
    while (shrinking.current.size > 0) await Promise.all(shrinking.current);
    if (latest.current.filter(isRefused).length > refusedBefore) return null;
    return latest.current.filter((item) => !isRefused(item));
  };
  /** The files that are ready, in the order chosen, for the draft. */
  const files = items.flatMap((item) => (item.file && !isRefused(item) ? [item.file] : []));
  /** Number of files that were chosen and not refused, including those still being shrunk. */
  const count = items.filter((item) => !isRefused(item)).length;
  return { items, files, count, settled, add, restore, remove, update, clear };
}

const isRefused = (item: MediaItem) => item.status === 'refused';

let made = 0;

function itemFor(file: File, refused: Refusal | null): MediaItem {
  const kind = mediaKind(file);
  return {
    // Not a random UUID: browsers make those only on https.
    id: `file-${(made += 1)}`,
    name: file.name,
    kind,
    file: refused || kind === 'image' ? undefined : file,
    originalSize: file.size,
    size: file.size,
    status: refused ? 'refused' : kind === 'image' ? 'shrinking' : 'ready',
    refusal: refused ?? undefined,
    thumb: kind === 'image' && !refused ? URL.createObjectURL(file) : undefined,
  };
}

function forget(item: MediaItem): void {
  if (item.thumb) URL.revokeObjectURL(item.thumb);
}
