import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Makes a film of about this size without repeated pieces. */
export function filmOf(size: number): Buffer {
  const film = readFileSync(new URL('../fixtures/counter.mp4', import.meta.url));
  const more = randomBytes(size - film.length);
  // Both grow: the table of sizes in the track that ends the file, and the box with all pictures.
  const table = film.lastIndexOf('stsz');
  const last = table + 16 + 4 * (film.readUInt32BE(table + 12) - 1);
  const media = film.lastIndexOf('mdat') - 4;
  for (const at of [last, media]) film.writeUInt32BE(film.readUInt32BE(at) + more.length, at);
  return Buffer.concat([film, more]);
}
