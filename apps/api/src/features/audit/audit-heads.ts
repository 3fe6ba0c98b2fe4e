import { StartupError } from '../../config/startup-error.ts';
import type { Head } from './audit-chain.store.ts';

/** Where each chain stood, by its number. The hash may be shortened. */
export type KnownHeads = ReadonlyMap<number, { readonly seq: number; readonly hash: string }>;

/** Long enough that nobody makes another entry with it. */
const hexDigits = 32;

/** The ends of the chains in one line, to be kept where no database administrator of ours can change it. */
export function writeHeads(heads: readonly Head[]): string {
  const begun = heads.filter(({ seq }) => seq > 0);
  return begun.map(({ chain, seq, hash }) => `${chain}:${seq}:${hash.toString('hex').slice(0, hexDigits)}`).join(' ');
}

/**
 * Reads such a line back, whatever stands around it.
 * @throws StartupError when no head is in it.
 */
export function readHeadLine(line: string): KnownHeads {
  const found = [...line.matchAll(/\b(\d{1,2}):(\d{1,15}):([0-9a-f]{32})\b/gu)];
  if (found.length === 0)
    throw new StartupError('This names no heads of the audit trail. Give the line that this program printed.');
  return new Map(found.map(([, chain, seq, hash = '']) => [Number(chain), { seq: Number(seq), hash }]));
}
