import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/server/database.ts';
import { createLog, describeError } from './log.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function capture() {
  let text = '';
  const stream = new Writable({
    write(chunk, _, done) {
      text += String(chunk);
      done();
    },
  });
  return { log: createLog({ logLevel: 'info' }, stream as NodeJS.WriteStream), text: () => text };
}

it('writes one JSON line an event, whatever the words hold', () => {
  const { log, text } = capture();
  log.info({ agent: 'line\nbreak' }, 'hello\r\nthere');
  expect(text().trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(text())).toMatchObject({ agent: 'line\nbreak', msg: 'hello\r\nthere' });
});

it('keeps secrets that slipped in to itself', () => {
  const { log, text } = capture();
  log.info({ password: 'canary1', given: { otp: 'canary2', token: 'canary3' }, req: { authorization: 'canary4' } });
  expect(text()).not.toContain('canary');
});

it('repeats nothing that people wrote when a query fails', async () => {
  const failed = await database.db
    .execute(sql`insert into mda (id, name) values ('x', ${'canary name'})`)
    .catch((error: unknown) => error);
  const { log, text } = capture();
  log.error({ err: failed }, 'failed');
  expect(text()).toContain('Failed query');
  expect(text()).toContain('22P02');
  expect(text()).not.toContain('canary');
});

it('tells where an error came from', () => {
  const described = describeError(new Error('outer', { cause: new TypeError('inner') }));
  expect(described).toMatchObject({ message: 'outer', cause: { type: 'TypeError', message: 'inner' } });
  expect((described as { stack: string[] }).stack[0]).toContain('log.test');
});
