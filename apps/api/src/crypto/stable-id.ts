import { createHash } from 'node:crypto';

/** The same id for the same name, on every installation: a UUID of version 8, made from a hash. */
export function stableId(name: string): string {
  const bytes = createHash('sha256').update(`baraza ${name}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
