import type { Language } from '@baraza/contract/core/language';
import { isNotNull, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { keepPrepared, param } from '../db/prepared.ts';
import { category, jurisdiction, mda } from '../db/schema/tables.ts';
import type { Names } from './words.ts';

const namesStatement = keepPrepared('local-names', (db) => {
  const namedIn = (table: typeof mda | typeof jurisdiction | typeof category) => {
    const local = sql<string>`${table.names} ->> ${param('language')}`;
    return db
      .select({ name: table.name, local: local.as('local') })
      .from(table)
      .where(isNotNull(local));
  };
  return unionAll(namedIn(mda), namedIn(jurisdiction), namedIn(category));
});

/** Reads what MDAs, jurisdictions and categories are called in a language, by their base names. */
export async function namesIn(db: Database, language: Language | null): Promise<Names> {
  if (language === null || language === 'en') return new Map();
  const rows = await namesStatement(db).execute({ language });
  return new Map(rows.map(({ name, local }) => [name, local]));
}
