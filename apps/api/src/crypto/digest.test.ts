import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hmacSha256, sha256 } from './digest.ts';

test('is what Node makes of the same', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 60, maxLength: 130 }));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), text, (bytes, said) => {
      const key = Buffer.from(bytes);
      expect(hmacSha256(key, said)).toEqual(createHmac('sha256', key).update(said).digest());
      expect(sha256(said)).toEqual(createHash('sha256').update(said).digest());
      expect(sha256(key)).toEqual(createHash('sha256').update(key).digest());
    }),
  );
});
