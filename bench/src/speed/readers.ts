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

/** The numbers of all complaints of a citizen. */
function complaintsOf(citizen: number, size: number): readonly number[] {
  const complainers = complainersOf(size);
  return Array.from({ length: Math.floor(size / complainers) }, (_, at) => citizen + complainers * at);
}

/** The number of any of them. */
export function anyComplaintOf(citizen: number, size: number): number {
  const all = complaintsOf(citizen, size);
  return all[anyOf(all.length)]!;
}

/** Somebody who reads, and one of their complaints. */
export interface Reading {
  readonly reader: Reader;
  readonly id: string;
}

/** Whatever there is to read for those who read. */
export function readingsOf(size: number): readonly Reading[] {
  return readersOf(size).flatMap((reader) =>
    complaintsOf(reader.citizen, size).map((number) => ({ reader, id: complaintId(number) })),
  );
}

/** Any officer, signed in. Number n works at MDA n, or n less a multiple of how many MDAs there are. */
export function anyOfficer(): Sender & { readonly officer: number } {
  const officer = anyOf(officers);
  return { officer, token: officerToken(officer), network: sessions + officer };
}
