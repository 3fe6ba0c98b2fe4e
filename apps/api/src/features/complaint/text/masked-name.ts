import type { IdentityLevel } from '@baraza/contract/complaint/identity';
import { erasedName } from '../../../mail/erased.ts';

interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A citizen's name as staff read it: "Amina O." of Amina Okafor. The stand-in of an erased one stays whole. */
export function maskedName({ firstName, lastName }: PersonName): string {
  const [first, last] = [firstName.trim(), lastName.trim()];
  if (isErasedName({ firstName, lastName })) return `${first} ${last}`;
  const initial = Array.from(signs.segment(last), ({ segment }) => segment).find((it) => /[\p{L}\p{N}]/u.test(it));
  return initial === undefined ? first : `${first} ${initial}.`;
}

/** What the desk knows a complaint by. */
export interface Sender {
  readonly identity: IdentityLevel;
  readonly trackingId: string;
}

/** The name that staff read as a complaint's sender: masked, or made up from the end of its tracking ID. */
export function senderName({ identity, trackingId }: Sender, name: PersonName): string {
  return identity === 'named' ? maskedName(name) : `Citizen ${trackingId.slice(-4)}`;
}

/** How an answer addresses a citizen. */
export function addressedAs(name: PersonName): string {
  return isErasedName(name) ? maskedName(name) : name.firstName.trim();
}

function isErasedName({ firstName, lastName }: PersonName): boolean {
  return firstName === erasedName.firstName && lastName === erasedName.lastName;
}
