import { citizensOf, citizenToken, complainersOf, complaintId, officerToken, officers, sessions } from './fill.ts';
import { anyOf, type Sender } from './load.ts';

/** Citizens who read at the same time. */
const most = 2_000;

/** A citizen with twenty complaints, signed in. */
export interface Reader {
  readonly sender: Sender;
  /** The number of the citizen. */
  readonly citizen: number;
}

/** Returns the readers of a portal, equally many at any size. */
export function readersOf(size: number): readonly Reader[] {
  const citizens = citizensOf(size);
  return Array.from({ length: sessions }, (_, session) => {
    return { sender: { token: citizenToken(session), network: session }, citizen: session % citizens };
  })
    .filter(({ citizen }) => citizen < complainersOf(size))
    .slice(0, most);
}

/** Returns the numbers of a citizen's complaints. */
function complaintsOf(citizen: number, size: number): readonly number[] {
  const complainers = complainersOf(size);
  return Array.from({ length: Math.floor(size / complainers) }, (_, at) => citizen + complainers * at);
}

/** Returns the number of a random complaint of a citizen. */
export function anyComplaintOf(citizen: number, size: number): number {
  const all = complaintsOf(citizen, size);
  return all[anyOf(all.length)]!;
}

/** A reader and one of their complaints. */
export interface Reading {
  readonly reader: Reader;
  readonly id: string;
}

/** Returns every complaint of every reader. */
export function readingsOf(size: number): readonly Reading[] {
  return readersOf(size).flatMap((reader) =>
    complaintsOf(reader.citizen, size).map((number) => ({ reader, id: complaintId(number) })),
  );
}

/** Returns a random officer, signed in. Officer n works at MDA n modulo the number of MDAs. */
export function anyOfficer(): Sender & { readonly officer: number } {
  const officer = anyOf(officers);
  return { officer, token: officerToken(officer), network: sessions + officer };
}
