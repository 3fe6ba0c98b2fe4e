import { type FileHandle, open } from 'node:fs/promises';

/** Boxes that hold boxes in which cameras leave notes. */
const parents = new Set(['moov', 'trak', 'mdia', 'minf']);
/** Where they leave them: the place, the device, its owner, thumbnails. */
const notes = new Set(['udta', 'meta', 'uuid']);

/** More than any camera writes; past these a file was made to keep somebody busy. */
const most = { boxes: 10_000, depth: 8 };

/**
 * Blanks what a camera noted beside the film in an mp4 or quicktime file, in place: every box stays where it is and as long
 * as it is, so that the film plays on. The file must have been checked before. False when it has too many boxes.
 */
export async function blankFilmMetadata(path: string): Promise<boolean> {
  const file = await open(path, 'r+');
  try {
    return await blankWithin(file, { start: 0, end: (await file.stat()).size, depth: 0 }, { boxes: 0 });
  } finally {
    await file.close();
  }
}

interface Within {
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

async function blankWithin(file: FileHandle, { start, end, depth }: Within, seen: { boxes: number }): Promise<boolean> {
  for (let position = start; position + 8 <= end;) {
    seen.boxes += 1;
    if (seen.boxes > most.boxes || depth > most.depth) return false;
    const { type, head, size } = await boxAt(file, position, end);
    // What follows is not made of boxes: nothing of it is guessed at.
    if (size < head || position + size > end) return true;
    const inner = { start: position + head, end: position + size, depth: depth + 1 };
    if (parents.has(type) && !(await blankWithin(file, inner, seen))) return false;
    if (notes.has(type)) await blank(file, position, head, size);
    position += size;
  }
  return true;
}

async function boxAt(file: FileHandle, position: number, end: number) {
  const { buffer } = await file.read(Buffer.alloc(16), 0, 16, position);
  const short = buffer.readUInt32BE(0);
  const type = buffer.toString('latin1', 4, 8);
  if (short === 1) return { type, head: 16, size: Number(buffer.readBigUInt64BE(8)) };
  return { type, head: 8, size: short === 0 ? end - position : short };
}

const step = 64 * 1024;

async function blank(file: FileHandle, position: number, head: number, size: number): Promise<void> {
  await file.write('free', position + 4, 'latin1');
  for (let at = position + head; at < position + size; at += step) {
    await file.write(Buffer.alloc(Math.min(step, position + size - at)), 0, undefined, at);
  }
}
