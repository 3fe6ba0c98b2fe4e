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

it('the log has one JSON line for each event, whatever its text holds', () => {
  const { log, text } = capture();
  log.info({ agent: 'line\nbreak' }, 'hello\r\nthere');
  expect(text().trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(text())).toMatchObject({ agent: 'line\nbreak', msg: 'hello\r\nthere' });
});

it('secrets under known names are left out of the log', () => {
  const { log, text } = capture();
  log.info({ password: 'canary1', given: { otp: 'canary2', token: 'canary3' }, req: { authorization: 'canary4' } });
  expect(text()).not.toContain('canary');
});

it('a failed query is logged without the values that people wrote', async () => {
  const failed = await database.db
    .execute(sql`insert into mda (id, name) values ('x', ${'canary name'})`)
    .catch((error: unknown) => error);
  const { log, text } = capture();
  log.error({ err: failed }, 'failed');
  expect(text()).toContain('Failed query');
  expect(text()).toContain('22P02');
  expect(text()).not.toContain('canary');
});

it('an error is logged with its stack', () => {
  const described = describeError(new Error('outer', { cause: new TypeError('inner') }));
  expect(described).toMatchObject({ message: 'outer', cause: { type: 'TypeError', message: 'inner' } });
  expect((described as { stack: string[] }).stack[0]).toContain('log.test');
});
