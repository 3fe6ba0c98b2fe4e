import { expect, test } from 'vitest';
import { Filter } from './filter.ts';

test.each(['2026-01-01..2026-03-31', '2026-02-28..2026-02-28', '2026-01-01..2026-01-31,2026-03-01..2026-03-31'])(
  'a filter takes days of submission that exist: %s',
  (filed) => {
    expect(Filter.safeParse({ filed }).success).toBe(true);
  },
);

test.each([
  '2026-02-30..2026-03-31',
  '2026-99-99..2026-99-99',
  '0000-01-01..2026-01-01',
  '2026-01-01',
  '..',
  'a..b..c',
])('a filter refuses days that do not exist, or are no span: %s', (filed) => {
  expect(Filter.safeParse({ filed }).success).toBe(false);
});
