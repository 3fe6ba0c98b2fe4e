import { citizensOf, citizenToken, complainersOf, complaintId, officerToken, officers, sessions } from './fill.ts';
import { anyOf, type Sender } from './load.ts';

/** Signed in at the same time, and asking all the time. */
const most = 2_000;

/** A citizen who complained twenty times, signed in. */
export interface Reader {
  readonly sender: Sender;
  /** By number. */
  readonly citizen: number;
}

/** The same number of citizens in a portal of any size. */
export function readersOf(size: number): readonly Reader[] {
  const citizens = citizensOf(size);
  return Array.from({ length: sessions }, (_, session) => {
    return { sender: { token: citizenToken(session), network: session }, citizen: session % citizens };
  })
    .filter(({ citizen }) => citizen < complainersOf(size))
    .slice(0, most);
}

/** The number of any of the complaints of a citizen. */
export function anyComplaintOf(citizen: number, size: number): number {
  const complainers = complainersOf(size);
  return citizen + complainers * anyOf(Math.floor(size / complainers));
}

export const anyComplaintIdOf = (citizen: number, size: number) => complaintId(anyComplaintOf(citizen, size));

/** Any officer, signed in. Number n works at MDA n, or n less a multiple of how many MDAs there are. */
export function anyOfficer(): Sender & { readonly officer: number } {
  const officer = anyOf(officers);
  return { officer, token: officerToken(officer), network: sessions + officer };
}
