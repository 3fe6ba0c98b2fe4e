import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { internalFaults } from '../testing/internals.mjs';

let folder;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baraza-internals-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  'await db.execute(sql`delete from graphile_worker._private_jobs`);',
  "const query = db._.session.prepareQuery(words, undefined, 'name', false);",
  'statement.customResultMapper = readRows;',
  'const isBusy = pool._idle.length === 0;',
  'client.connection.stream.destroy();',
  'export class SharedPool extends pg.Pool {',
  'pg.Client.prototype.query = traced;',
  'client.query = traced as typeof client.query;',
])('is found: %s', (line) => {
  writeFileSync(path.join(folder, 'a.ts'), `const before = 1;\n${line}\n`);
  expect(internalFaults(folder, ['a.ts'])).toEqual([expect.stringMatching(/^a\.ts:2 reaches into a library\. /)]);
});

test.each([
  'const [_, first] = words;',
  'const isOwn = Object.prototype.hasOwnProperty.call(row, name);',
  'const statement = db.select().from(complaint).prepare(name);',
  'request.caller = await authenticate(request, services, endpoint);',
])('is fine: %s', (line) => {
  writeFileSync(path.join(folder, 'a.ts'), `${line}\n`);
  expect(internalFaults(folder, ['a.ts'])).toEqual([]);
});
