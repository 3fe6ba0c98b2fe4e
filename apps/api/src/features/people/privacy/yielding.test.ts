import { expect, test } from 'vitest';
import { yielding } from './redact-complaints.store.ts';

test('redacting lets the server handle other requests between two rows', async () => {
  const seen: unknown[] = [];
  await yielding([1, 2, 3], async (row) => {
    seen.push(row);
    setImmediate(() => seen.push('others'));
  });
  expect(seen).toEqual([1, 'others', 2, 'others', 3]);
});
