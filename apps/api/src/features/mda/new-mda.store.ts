import type { Database } from '../../db/database.ts';
import { committeeMember, jurisdiction, mda } from '../../db/schema/tables.ts';

export interface NewMda {
  readonly id: string;
  readonly name: string;
  readonly logoId: string | null;
  readonly jurisdictionAllowed: boolean;
  readonly jurisdictions: readonly { readonly id: string; readonly name: string }[];
  /** In display order. */
  readonly committee: readonly {
    readonly id: string;
    readonly name: string;
    readonly phone: string;
    readonly email: string;
  }[];
  readonly demo: boolean;
  readonly createdAt: Date;
}

/** Inserts MDAs with their jurisdictions and contacts. */
export async function insertMdas(db: Database, mdas: readonly NewMda[]): Promise<void> {
  const own = <T extends object>(rows: (mda: NewMda) => readonly T[]) =>
    mdas.flatMap((mda) => rows(mda).map((row, position) => Object.assign({ mdaId: mda.id, position }, row)));
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
  const places = own(({ jurisdictions }) => jurisdictions);
  if (places.length > 0) await db.insert(jurisdiction).values(places);
  const members = own(({ committee }) => committee);
  if (members.length > 0) await db.insert(committeeMember).values(members);
}
