import { Id } from '@baraza/contract/core/fields';
import { expect, test, vi } from 'vitest';
import { newKey } from './client.ts';

test('idempotency keys are different UUIDs, also on a page over plain http', () => {
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function');
  });
  const keys = Array.from({ length: 50 }, newKey);

  expect(keys.every((key) => Id.safeParse(key).success)).toBe(true);
  expect(new Set(keys).size).toBe(50);
});
