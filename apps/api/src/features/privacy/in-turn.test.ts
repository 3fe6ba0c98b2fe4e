import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

test('others have their turn between two rows', async () => {
  const seen: unknown[] = [];
  await inTurn([1, 2, 3], async (row) => {
    seen.push(row);
    setImmediate(() => seen.push('others'));
  });
  expect(seen).toEqual([1, 'others', 2, 'others', 3]);
});
