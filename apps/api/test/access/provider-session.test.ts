import { createHash } from 'node:crypto';
import { login } from '@baraza/contract';
import { beforeAll, expect, test } from 'vitest';
import type { Person } from '../support/people.ts';
import { sharedProviderWorld } from '../support/server/provider-world.ts';
import { claimsOf } from '../support/server/sign-in-provider.ts';
import { askFor } from './access-asks.ts';
import { accessTable } from './access-table.ts';
import { canary, createEstate, send, titleOf } from './access-world.ts';
import type { Visitor } from './actors.ts';
import type { Estate } from './ask.ts';

const world = sharedProviderWorld();
let estate: Estate;
beforeAll(async () => {
  ({ estate } = await createEstate(world.api));
});

const people: Record<string, () => Promise<Person> | Person> = {
  'an officer': () => estate.scene.officer,
  'an officer of another MDA': () => world.api.officer(world.roads),
  'a supervisor': () => estate.scene.supervisor,
  'an administrator': () => world.api.staff('administrator'),
  oversight: () => world.api.staff('oversight'),
  'an agent': () => world.api.agent('Umuahia'),
};

async function visitorOf({ id, email }: Person, token: string): Promise<Visitor> {
  const { rows } = await world.api.pool.query<{ id: string }>('select id from session where token_hash = $1', [
    createHash('sha256').update(token).digest(),
  ]);
  const headers = { authorization: `Bearer ${token}` };
  return { email, accountId: id, sessionId: rows[0]?.id, headers, isRecused: false, claims: {} };
}

/** Calls that read, but for the list of sessions, which says which one is the caller's. */
const reads = accessTable.filter(
  ({ method, url }) => method === 'GET' && url.startsWith('/api/') && url !== '/api/session',
);
/** Leaves out the session that addresses of files are signed for, and what the export before added to the audit trail. */
const comparable = (text: string) =>
  text.replaceAll(/(?:session|signature)=[\w-]+/gu, '').replaceAll(/^.*,export\.made,.*$\s*/gmu, '');

test.each(Object.keys(people))('%s reads the same in a session by the provider as in one by password', async (name) => {
  const { api, sub, provider, link, signIn } = world;
  const person = await people[name]!();
  provider.people[sub] = {};
  await link(person);
  // It says that the person has just proved who they are, as who types the password does.
  const justNow = { auth_time: Math.floor(api.clock.now().getTime() / 1000) };
  provider.tamper = async (tokens) => ({
    ...tokens,
    id_token: await provider.sign({ ...claimsOf(tokens.id_token), ...justNow }),
  });
  const { email, password } = person;
  const byPassword = await visitorOf(person, (await api.call(login, { body: { email, password, type: 'mda' } })).token);
  const byProvider = await visitorOf(person, (await signIn()).token);
  const answers: Record<'byPassword' | 'byProvider', string[]> = { byPassword: [], byProvider: [] };
  for (const row of reads) {
    const ask = await askFor(row, estate, byPassword, api);
    for (const [session, visitor] of Object.entries({ byPassword, byProvider })) {
      const { status, text } = await send(api.app, row, ask, visitor);
      answers[session as keyof typeof answers].push(`${titleOf(row)} ${status} ${comparable(text)}`);
    }
  }

  expect(answers.byProvider).toEqual(answers.byPassword);
  expect(answers.byProvider.filter((answer) => / 200 /u.test(answer)).length).toBeGreaterThan(20);
  const readsOwner = answers.byProvider.some((answer) => answer.includes(canary));
  expect(readsOwner).toBe(['an officer', 'a supervisor', 'oversight', 'an administrator'].includes(name));
});
