import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Services } from '../../services.ts';

/** A resolution that a mail asks about: a step of a complaint. */
export interface AskedResolution {
  readonly complaintId: string;
  /** Number of the event that resolved it. */
  readonly seq: number;
}

const [aboutBytes, macBytes] = [20, 16];
type SolvedKey = Pick<Services['keys'], 'solved'>;

/** Address that asks the citizen, at their address for mails, whether a resolution solved it. */
export function solvedLinkOf(
  { settings, keys }: Pick<Services, 'settings' | 'keys'>,
  asked: AskedResolution,
  email: string,
): string {
  return `${settings.publicUrl}/solved/${solvedToken(keys, asked, email)}`;
}

/** Signs what a link is about: complaint and step, then the start of their HMAC, which covers the address of the mail too. */
function solvedToken({ solved }: SolvedKey, { complaintId, seq }: AskedResolution, email: string): string {
  const about = Buffer.alloc(aboutBytes);
  about.write(complaintId.replaceAll('-', ''), 'hex');
  about.writeUInt32BE(seq, 16);
  const mac = createHmac('sha256', solved).update(about).update(email).digest().subarray(0, macBytes);
  return Buffer.concat([about, mac]).toString('base64url');
}

/** Reads what a token claims to be about; undefined where it is none. */
export function readSolvedToken(token: string): AskedResolution | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Decoding passes over signs that are none: the one spelling that we wrote counts.
  if (bytes.length !== aboutBytes + macBytes || bytes.toString('base64url') !== token) return undefined;
  const complaintId = bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
  return { complaintId, seq: bytes.readUInt32BE(16) };
}

/** Whether we signed a token for this address. */
export function isSolvedToken(keys: SolvedKey, token: string, asked: AskedResolution, email: string): boolean {
  return timingSafeEqual(Buffer.from(token), Buffer.from(solvedToken(keys, asked, email)));
}
