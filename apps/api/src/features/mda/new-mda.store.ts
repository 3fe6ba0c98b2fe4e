import type { Database } from '../../db/database.ts';
import { committeeMember, jurisdiction, mda } from '../../db/schema/tables.ts';

export interface NewMda {
  readonly id: string;
  readonly name: string;
  readonly logoId: string | null;
  readonly jurisdictionAllowed: boolean;
  readonly jurisdictions: readonly { readonly id: string; readonly name: string }[];
  /** In the order in which they are shown. */
  readonly committee: readonly {
    readonly id: string;
    readonly name: string;
    readonly phone: string;
    readonly email: string;
  }[];
  readonly demo: boolean;
  readonly createdAt: Date;
}

/** Adds MDAs with their jurisdictions and committees. */
export async function insertMdas(db: Database, mdas: readonly NewMda[]): Promise<void> {
  const own = <T extends object>(rows: (it: NewMda) => readonly T[]) =>
    mdas.flatMap((it) => rows(it).map((row, position) => Object.assign({ mdaId: it.id, position }, row)));
  await db.insert(mda).values(
    mdas.map(({ id, name, logoId, jurisdictionAllowed, demo, createdAt }) => ({
      id,
      name,
      logoId,
      jurisdictionAllowed,
      demo,
      createdAt,
    })),
  );
  const places = own((it) => it.jurisdictions);
  if (places.length > 0) await db.insert(jurisdiction).values(places);
  const members = own((it) => it.committee);
  if (members.length > 0) await db.insert(committeeMember).values(members);
}
