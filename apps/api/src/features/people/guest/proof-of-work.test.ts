import { createHash } from 'node:crypto';
import { message, proofText } from '@baraza/contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';

/*
 * Complaints without an account that come without a proof of work have a limit for each network, by the API and the page without scripts.
 */

const most = 2;
const api = sharedTestApp({ rates: { unprovenComplaints: { max: most, seconds: 3600 } } });
let scene: Scene;
beforeAll(async () => {
  scene = await createScene(api);
});
beforeEach(() => {
  api.clock.advance(3_600_000);
});

const fields = () => {
  const { mda, category, title, location, incidentDate } = scene.fields();
  const words = { mda, category, title, location, incidentDate: incidentDate ?? '' };
  return { ...words, description: 'The tap is dry.', identity: 'anonymous' };
};

/** Files by the page without scripts, as a browser posts it. */
const postPage = (title = 'No water since Monday', remoteAddress = '192.0.2.1') =>
  api.app.inject({
    method: 'POST',
    url: '/complain',
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...fields(), title, key: crypto.randomUUID() }).toString(),
  });

/** Files by the API with this proof of work. */
const postProven = (key: string, proof: string) => {
  const payload = new FormData();
  for (const [name, value] of Object.entries(fields())) payload.append(name, value);
  const headers = { 'idempotency-key': key, 'proof-of-work': proof };
  return api.app.inject({ method: 'POST', url: '/api/public/complaint', headers, payload, remoteAddress: '192.0.2.1' });
};

/** Finds a proof whose digest begins with this number of zero bits, then a one. */
function proofOfBits(key: string, bits: number): string {
  for (let number = 0; ; number += 1) {
    const digest = createHash('sha256').update(proofText(key, number)).digest();
    if (Math.clz32(digest.readUInt32BE()) === bits) return String(number);
  }
}

const useUpLimit = async () => {
  for (let count = 0; count < most; count += 1) expect((await postPage()).statusCode).toBe(201);
};

const countStored = async () => {
  const { rows } = await api.pool.query<{ complaints: number; accounts: number }>(
    'select (select count(*)::int from complaint) as complaints, (select count(*)::int from account) as accounts',
  );
  return rows[0]!;
};

test('the page without scripts refuses a complaint past the limit of its network, says how long to wait, keeps the input and stores nothing', async () => {
  await useUpLimit();
  const before = await countStored();

  const refused = await postPage('The lamp is dark');

  expect([refused.statusCode, refused.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
  expect(refused.body).toContain(message.rateLimited);
  expect(refused.body).toContain('You can try again in 60 min.');
  expect(refused.body).toContain('value="The lamp is dark"');
  expect(await countStored()).toEqual(before);
});

test('whoever uses up the limit of one network does not shut the page without scripts for another', async () => {
  await useUpLimit();

  expect((await postPage('No water', '198.51.100.7')).statusCode).toBe(201);
});

test('a proof of work of 12 zero bits is accepted past the limit of its network, one of 11 is not', async () => {
  await useUpLimit();
  const key = crypto.randomUUID();
  const before = await countStored();

  const refused = await postProven(key, proofOfBits(key, 11));
  expect([refused.statusCode, await countStored()]).toEqual([429, before]);

  expect((await postProven(key, proofOfBits(key, 12))).statusCode).toBe(201);
});
