import { savedView } from '../../src/db/schema/tables.ts';
import type { Asker } from './ask.ts';

let count = 0;

/** Builders of the calls about saved views. */
export const savedViewAskers: Record<string, Asker> = {
  'POST /api/desk/saved-view': () => ({
    url: '/api/desk/saved-view',
    json: { name: `View ${(count += 1)}`, shared: true, queue: 'open', filter: {}, sort: null, pinned: false },
  }),
  'PATCH /api/desk/saved-view/:id': onSavedView({ name: 'Floods', pinned: true, version: 1 }),
  'DELETE /api/desk/saved-view/:id': onSavedView(),
};

function onSavedView(json?: object): Asker {
  return async ({ scene }, _, { services: { db } }) => {
    const id = crypto.randomUUID();
    const row = { id, mdaId: scene.mdaId, name: `View ${(count += 1)}`, queue: 'open', filter: {}, pinned: false };
    await db.insert(savedView).values(row);
    const named = json && { ...json, name: row.name };
    return { url: `/api/desk/saved-view/${id}${json ? '' : '?version=1'}`, ...(named && { json: named }) };
  };
}
