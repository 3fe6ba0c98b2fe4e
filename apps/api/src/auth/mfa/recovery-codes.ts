import { createHmac, randomInt } from 'node:crypto';
import type { Services } from '../../services.ts';

/** Without ambiguous characters, and without vowels, so that no words appear. */
const alphabet = '23456789BCDFGHJKMNPQRSTVWXZ';
const codeCount = 10;
const half = 5;

const part = () => Array.from({ length: half }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Generates ten codes of 47 bits such as `7F3K9-2BQXW`. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < codeCount) codes.add(`${part()}-${part()}`);
  return [...codes];
}

/** Normalises a typed code: capitals, no spaces or hyphens. */
export function plainCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase();
}

export function hashRecoveryCode({ keys }: Services, accountId: string, code: string): Buffer {
  const bound = JSON.stringify([accountId, plainCode(code)]);
  return createHmac('sha256', keys.recovery).update(bound).digest();
}
