import { customField } from '../../src/db/schema/tables.ts';
import type { TestApp } from './server/app.ts';

/** Adds a custom field for texts to a category of an MDA; returns its id. */
export async function addTextField(
  { services: { db } }: TestApp,
  mdaId: string,
  categoryId: string,
  name = 'Meter',
): Promise<string> {
  const id = crypto.randomUUID();
  const row = {
    id,
    mdaId,
    categoryId,
    name,
    type: 'text',
    personal: false,
    asked: true,
    position: 0,
  } as const;
  await db.insert(customField).values(row);
  return id;
}
