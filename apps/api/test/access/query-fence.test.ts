import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askFor, askInTurn } from './access-asks.ts';
import { type AccessRow, accessTable } from './access-table.ts';
import { type AccessWorld, canary, createAccessWorld, mayRead, titleOf } from './access-world.ts';
import type { Actor } from './actors.ts';
import { createScene } from '../support/complaints.ts';

/*
 * The queries of the desk limit themselves to the rows of the caller's MDA, even without row-level security, which is switched
 * off here. `db/row-security.test.ts` tests row-level security without these limits.
 */

const staff: readonly Actor[] = [
  'officer',
  'otherOfficer',
  'supervisor',
  'otherSupervisor',
  'administrator',
  'oversight',
  'recusedOfficer',
  'recusedSupervisor',
  'teamOfficer',
  'walledOfficer',
];
const ofTheDesk = accessTable.filter(({ url }) => url.startsWith('/api/desk'));

let world: AccessWorld;
beforeAll(async () => {
  world = await createAccessWorld(({ scoped }) => ({ scoped: () => scoped('system') }));
  // Complaints of another MDA in each state that is counted.
  const other = await createScene(world.test);
  for (const state of ['received', 'in_progress', 'awaiting_citizen', 'resolved'] as const) await other.fileIn(state);
});
afterAll(() => world.close());

it('the tests without row-level security do bypass it', async () => {
  const count = (database: { execute: typeof world.test.services.db.execute }) =>
    database.execute<{ n: number }>(sql`select count(*)::int as n from complaint`).then(({ rows }) => rows[0]?.n);
  const { db, scoped } = world.test.services;
  expect(await count(db)).toBeGreaterThan(4);
  expect(await count(scoped('none'))).toBe(0);
});

describe.each(ofTheDesk)('$name', (row) => {
  it(`${row.name} responds to staff as the access table says, without row-level security`, async () => {
    const found: Record<string, number> = {};
    const leaks: string[] = [];
    const calls = askInTurn(row, world.estate, world.test);
    for (const actor of staff) {
      const visitor = await world.visit(actor);
      const ask = await calls.next(visitor);
      const { status, text } = await world.send(row, ask, visitor);
      calls.answered(ask, visitor, status);
      found[actor] = status;
      if (text.includes(canary) && !mayRead(row, actor)) leaks.push(`${actor}: ${text.slice(0, 300)}`);
    }
    expect({ found, leaks }).toEqual({
      found: Object.fromEntries(staff.map((actor) => [actor, row.expected[actor]])),
      leaks: [],
    });
  });
});

/** Routes whose reply depends on the moment, the session or earlier calls. */
const ownAtEachTime = /audit|stream|mfa|export|\/me$/;
const readings = ofTheDesk.filter(({ method, url }) => method === 'GET' && !ownAtEachTime.test(url));

describe.each(readings)('$name', (row: AccessRow) => {
  it(`${row.name} responds alike with and without row-level security`, { tags: 'full' }, async () => {
    for (const actor of staff) {
      const visitor = await world.visit(actor);
      const ask = await askFor(row, world.estate, visitor, world.test);
      const behindBoth = await world.test.app.inject({ method: 'GET', url: ask.url, headers: visitor.headers });
      const { text } = await world.send(row, ask, visitor);
      // Addresses of files are signed anew each time.
      const lasting = (it: string) => it.replaceAll(/\?expires=[^"]+/g, '');
      expect([actor, titleOf(row), lasting(text)]).toEqual([actor, titleOf(row), lasting(behindBoth.body)]);
    }
  });
});
