import * as contract from '@baraza/contract';
import { expect, test } from 'vitest';
import { createScene } from '../support/complaints.ts';
import { sharedTestApp } from '../support/server/app.ts';
import { watchStatements } from '../support/statements.ts';

/*
 * A trip to the database is the largest cost of what officers do all day. These are their numbers: whoever adds one has a reason.
 */

const watched = watchStatements();
const api = sharedTestApp();

test('opening a case takes eight statements: three for the session of each call, two for the trail, and one each for the case, similar ones and presence', async () => {
  const { officer, fileIn } = await createScene(api);
  const params = { id: await fileIn('in_progress') };
  await fileIn('in_progress');
  const trips = await watched.sentBy(async () => {
    await officer.call(contract.getDeskComplaint, { params });
    await officer.call(contract.listSimilarComplaints, { params });
    await officer.call(contract.reportPresence, { params, body: { open: true, writing: null } });
  });
  expect(trips).toHaveLength(8);
});

test('a reply takes fourteen statements, with its mail, the case after it and the trail', async () => {
  const { officer, fileIn } = await createScene(api);
  const params = { id: await fileIn('in_progress') };
  const { version } = await officer.call(contract.getDeskComplaint, { params });
  const trips = await watched.sentBy(() =>
    officer.call(contract.transitionComplaint, {
      params: { ...params, action: 'reply' },
      body: { version, text: 'The crew repairs the pump on Tuesday.' },
    }),
  );
  expect(trips).toHaveLength(14);
});
