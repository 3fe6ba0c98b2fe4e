import { crc32 } from 'node:zlib';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const nameAt = { central: 46, local: 30 };

/** Reads a ZIP of stored entries by its directory, and verifies each checksum. */
export function readZip(zip: Buffer): Record<string, Buffer> {
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== endSignature) throw new Error('The ZIP has no end.');
  const found: Record<string, Buffer> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== entrySignature || zip.readUInt16LE(at + 10) !== 0) throw new Error('No stored entry.');
    const [sum, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)];
    const [nameSize, extraSize, noteSize] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = zip.toString('utf8', at + nameAt.central, at + nameAt.central + nameSize);
    const local = zip.readUInt32LE(at + 42);
    const start = local + nameAt.local + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + size);
    if (crc32(bytes) !== sum) throw new Error(`${name} does not fit its checksum.`);
    found[name] = bytes;
    at += nameAt.central + nameSize + extraSize + noteSize;
  }
  return found;
}
