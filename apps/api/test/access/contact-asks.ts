import { eq } from 'drizzle-orm';
import { committeeMember } from '../../src/db/schema/tables.ts';
import type { Asker } from './ask.ts';

const newContact = () => ({ name: 'Ada Obi', phone: '0800 100', email: `${crypto.randomUUID()}@home.example` });

/** Builders of the calls about contacts. */
export const contactAskers: Record<string, Asker> = {
  'POST /api/desk/contact': () => ({ url: '/api/desk/contact', json: newContact() }),
  'PATCH /api/desk/contact/:id': onContact({ name: 'Ada Obi', version: 1 }),
  'DELETE /api/desk/contact/:id': onContact(),
};

/** Calls on a contact. Deletes the others first, since their number is limited. */
function onContact(json?: object): Asker {
  return async ({ scene }, _, { services: { db } }) => {
    await db.delete(committeeMember).where(eq(committeeMember.mdaId, scene.mdaId));
    const id = crypto.randomUUID();
    await db.insert(committeeMember).values({ ...newContact(), id, mdaId: scene.mdaId, position: 0 });
    return { url: `/api/desk/contact/${id}${json ? '' : '?version=1'}`, ...(json && { json }) };
  };
}
