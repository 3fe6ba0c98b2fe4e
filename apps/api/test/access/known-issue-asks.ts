import { knownIssue } from '../../src/db/schema/tables.ts';
import type { Asker } from './ask.ts';

/** Builders of the calls about known issues. */
export const knownIssueAskers: Record<string, Asker> = {
  'POST /api/public/known-issue': ({ scene: { mdaId: mda } }) => ({
    url: '/api/public/known-issue',
    json: { title: 'No water', mda },
  }),
  'GET /api/public/known-issue/:id': onKnownIssue('public'),
  'PUT /api/known-issue/:id/follower': onKnownIssue('', '/follower'),
  'DELETE /api/known-issue/:id/follower': onKnownIssue('', '/follower'),
  'PATCH /api/desk/known-issue/:id': onKnownIssue('desk', '', { title: 'No water', version: 1 }),
  'POST /api/desk/known-issue/:id/update': onKnownIssue('desk', '/update', { text: 'Soon.' }),
  'PUT /api/desk/known-issue/:id/complaint': async (estate, visitor, test) => ({
    ...(await onKnownIssue('desk', '/complaint')(estate, visitor, test)),
    json: { complaints: [estate.complaintId] },
  }),
  'POST /api/desk/known-issue': ({ complaintId }, { accountId: owner }) => ({
    url: '/api/desk/known-issue',
    json: { title: 'No water', text: 'We repair it.', owner, complaints: [complaintId] },
  }),
};

function onKnownIssue(side: '' | 'public' | 'desk', rest = '', json?: object): Asker {
  return async ({ scene }, _, { services: { db, clock } }) => {
    const row = { id: crypto.randomUUID(), mdaId: scene.mdaId, ownerId: scene.officer.id, createdAt: clock.now() };
    await db.insert(knownIssue).values({ ...row, title: 'Dry taps', text: 'A pump is broken.' });
    return { url: `/api${side && `/${side}`}/known-issue/${row.id}${rest}`, ...(json && { json }) };
  };
}
