import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Services } from '../../services.ts';

/** A resolution that a mail asks about: a step of a complaint. */
export interface AskedResolution {
  readonly complaintId: string;
  /** Number of the event that resolved it. */
  readonly seq: number;
}

const macBytes = 16;
type SolvedKey = Pick<Services['keys'], 'solved'>;

/** Address that asks the citizen whether a resolution solved it. */
export function solvedLinkOf({ settings, keys }: Pick<Services, 'settings' | 'keys'>, asked: AskedResolution): string {
  return `${settings.publicUrl}/solved/${solvedToken(keys, asked)}`;
}

/** Signs what a link is about: complaint and step, then the start of their HMAC. */
function solvedToken(keys: SolvedKey, { complaintId, seq }: AskedResolution): string {
  const about = Buffer.alloc(20);
  about.write(complaintId.replaceAll('-', ''), 'hex');
  about.writeUInt32BE(seq, 16);
  return Buffer.concat([about, macOf(keys, about)]).toString('base64url');
}

/** Reads a token; undefined where it is not one that we signed. */
export function readSolvedToken(keys: SolvedKey, token: string): AskedResolution | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const about = bytes.subarray(0, 20);
  // Decoding passes over signs that are none: the one spelling that we wrote counts.
  if (bytes.length !== 20 + macBytes || bytes.toString('base64url') !== token) return undefined;
  if (!timingSafeEqual(bytes.subarray(20), macOf(keys, about))) return undefined;
  const complaintId = about.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
  return { complaintId, seq: about.readUInt32BE(16) };
}

function macOf({ solved }: SolvedKey, about: Buffer): Buffer {
  return createHmac('sha256', solved).update(about).digest().subarray(0, macBytes);
}
