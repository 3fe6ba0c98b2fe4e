import { type HostileFile, picture } from './hostile-files.ts';

/*
 * AVIF is a container: what a picture is made of, how large it is and how it is put together from others stands in boxes, and
 * all of it can lie.
 */

/** Finds the beginning of a box of this type. */
function boxAt(bytes: Buffer, type: string): number {
  const at = bytes.indexOf(type, 0, 'latin1') - 4;
  if (at < 0) throw new Error(`There is no box ${type}.`);
  return at;
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), ...parts]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length + 4);
  return Buffer.concat([size, body]);
}

const u16 = (...values: number[]) => Buffer.from(values.flatMap((it) => [it >> 8, it & 0xff]));

/** Makes the picture claim this width and height. */
function ofSize(sound: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(sound);
  const at = boxAt(bytes, 'ispe') + 12;
  bytes.writeUInt32BE(width, at);
  bytes.writeUInt32BE(height, at + 4);
  return bytes;
}

/** Makes a picture that claims 65,536 parts, each of which is the whole again. */
function gridOfItself(sound: Buffer): Buffer {
  const first = sound.readUInt16BE(boxAt(sound, 'pitm') + 12);
  const parts = box('dimg', u16(first, 256, ...Array.from({ length: 256 }, () => first)));
  const references = box('iref', Buffer.alloc(4), parts);
  const meta = boxAt(sound, 'meta');
  const end = meta + sound.readUInt32BE(meta);
  const bytes = Buffer.concat([sound.subarray(0, end), references, sound.subarray(end)]);
  bytes.writeUInt32BE(bytes.readUInt32BE(meta) + references.length, meta);
  bytes.write('grid', bytes.indexOf('av01', boxAt(bytes, 'infe')), 'latin1');
  const data = boxAt(bytes, 'mdat') + 8;
  // The offset before the insertion.
  const offset = Buffer.alloc(4);
  offset.writeUInt32BE(data - references.length);
  const place = bytes.indexOf(offset, boxAt(bytes, 'iloc'));
  if (place < 0) throw new Error('The place of the picture is not told in four bytes.');
  bytes.writeUInt32BE(data, place);
  Buffer.concat([Buffer.from([0, 0, 255, 255]), u16(65_535, 65_535)]).copy(bytes, data);
  return bytes;
}

/** Forged pictures in such a container. */
export async function hostileAvifs(): Promise<HostileFile[]> {
  const sound = await picture('avif', 200);
  const data = boxAt(sound, 'mdat') + 8;
  const heic = Buffer.from(sound);
  heic.write('heic', boxAt(heic, 'ftyp') + 8, 'latin1');
  const files = {
    'cut in the middle': sound.subarray(0, Math.floor(sound.length / 2)),
    'without its data': sound.subarray(0, data),
    'of 4,294,967,295 points each way': ofSize(sound, 0xffffffff, 0xffffffff),
    'of 65,535 points each way': ofSize(sound, 65_535, 65_535),
    'of no width': ofSize(sound, 0, 200),
    'that is a grid of itself': gridOfItself(sound),
    'that calls itself HEIC': heic,
    'with noise for data': Buffer.concat([sound.subarray(0, data), Buffer.alloc(sound.length - data, 0xa5)]),
    'with a box longer than all': Buffer.from(sound).fill(0xff, boxAt(sound, 'meta'), boxAt(sound, 'meta') + 4),
  };
  return Object.entries(files).flatMap(([name, bytes]) => [
    { name: `${name}.avif`, type: 'image/avif', bytes },
    { name: `${name}.heic`, type: 'image/heic', bytes },
  ]);
}
