import { createHmac, randomInt } from 'node:crypto';
import type { Services } from '../../services.ts';

/** Without 0 and O, 1 and I and L, and without vowels, so that no words come about. */
const alphabet = '23456789BCDFGHJKMNPQRSTVWXZ';
const howMany = 10;
const half = 5;

const part = () => Array.from({ length: half }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Ten codes of 47 bits, as people read them: `7F3K9-2BQXW`. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < howMany) codes.add(`${part()}-${part()}`);
  return [...codes];
}

/** However it was typed: without spaces and hyphens, in capitals. */
export function plainCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase();
}

export function hashRecoveryCode({ keys }: Services, accountId: string, code: string): Buffer {
  const bound = JSON.stringify([accountId, plainCode(code)]);
  return createHmac('sha256', keys.recovery).update(bound).digest();
}
