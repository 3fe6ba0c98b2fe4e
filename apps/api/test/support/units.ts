import { unit } from '../../src/db/schema/tables.ts';
import { changeUnit } from '../../src/features/reference/unit.store.ts';
import type { Person } from './people.ts';
import type { TestApp } from './server/app.ts';

/** Creates a unit with these members and returns its id. */
export async function putInUnit(
  { services: { db } }: TestApp,
  mdaId: string,
  people: readonly Pick<Person, 'id'>[],
  { walled = false, name = `Unit ${crypto.randomUUID().slice(0, 8)}` } = {},
): Promise<string> {
  const id = crypto.randomUUID();
  await db.insert(unit).values({ id, mdaId, name });
  await changeUnit(db, mdaId, id, { walled, members: people.map((person) => person.id) });
  return id;
}
