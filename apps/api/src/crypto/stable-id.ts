import { sha256 } from './digest.ts';

/** Returns the same id for the same name, on every installation. */
export function stableId(name: string): string {
  return uuidOf(sha256(`baraza ${name}`));
}

/** Makes a UUID of version 8 (RFC 9562) from 16 bytes. */
export function uuidOf(given: Buffer): string {
  const bytes = Buffer.from(given.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}
