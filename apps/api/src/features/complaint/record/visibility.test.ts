import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { ownedBy, visibleTo, within } from './visibility.ts';

const render = (condition: Parameters<typeof within>[0]) => new PgDialect().sqlToQuery(condition).sql;

test('a scope that is narrowed by a condition applies both', () => {
  const narrowed = render(within(ownedBy('11111111-1111-1111-1111-111111111111'), sql`state = 'received'`));

  expect(narrowed).toContain('"citizen_id" = $1');
  expect(narrowed).toContain("state = 'received'");
});

test('the compiler refuses a condition that is no scope', () => {
  // @ts-expect-error Only visibility.ts proves a scope.
  expect(render(within(sql`true`))).toBe('true');
});

test('an administrator can see no complaint', () => {
  expect(render(visibleTo({ accountId: 'a', role: 'administrator', mdaId: null }))).toBe('false');
});
