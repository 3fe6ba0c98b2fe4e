import { sha256 } from '../../../crypto/digest.ts';
import { seal, unseal } from '../../../crypto/seal.ts';
import type { Services } from '../../../services.ts';

/** Resolution that a mail asks about. */
export interface AskedResolution {
  readonly complaintId: string;
  /** Number of the event that resolved it. */
  readonly seq: number;
}

/** Builds the link that asks a citizen whether a resolution solved the complaint. */
export function solvedLinkOf(
  { settings, keys }: Pick<Services, 'settings' | 'keys'>,
  { complaintId, seq }: AskedResolution,
  email: string,
): string {
  return `${settings.publicUrl}/solved/${seal(keys.solved, JSON.stringify([complaintId, seq, hashOf(email)]))}`;
}

/** Reads a token: its resolution, and whether it was mailed to an address; undefined for a forged one. */
export function readSolvedToken({ keys }: Pick<Services, 'keys'>, token: string) {
  try {
    const [complaintId, seq, hash] = JSON.parse(unseal(keys.solved, token)) as [string, number, string];
    return { complaintId, seq, isFor: (email: string) => hashOf(email) === hash };
  } catch {
    return undefined;
  }
}

const hashOf = (email: string) => sha256(email).toString('base64url');
