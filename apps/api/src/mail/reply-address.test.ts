import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveKeys } from '../crypto/keys.ts';
import { readReplyAddress, replyAddressOf } from './reply-address.ts';

const keys = deriveKeys(randomBytes(32));
const domain = 'reply.example.org';

test('a reply address leads back to its complaint, also in capitals and among other addresses', () => {
  const id = randomUUID();
  const address = replyAddressOf(keys, domain, id);

  expect(address).toMatch(/^r-[\da-f]{32}@reply\.example\.org$/u);
  expect(readReplyAddress(keys, domain, address)).toBe(id);
  expect(readReplyAddress(keys, domain, `Ada <a@b.example>, "x" <${address.toUpperCase()}>`)).toBe(id);
});

test('an address of another domain, with a prefix or of another length is no reply address', () => {
  const address = replyAddressOf(keys, domain, randomUUID());

  for (const other of [address.replace('reply', 'other'), `${address}.evil.example`, `x${address}`, address.slice(3)])
    expect(readReplyAddress(keys, domain, other)).toBeUndefined();
});

test('the address of another key, or with one digit changed, leads elsewhere', () => {
  const id = randomUUID();
  const address = replyAddressOf(keys, domain, id);
  const changed = address.replace(/^r-(.)/u, (_, digit: string) => `r-${digit === '0' ? '1' : '0'}`);

  expect(readReplyAddress(deriveKeys(randomBytes(32)), domain, address)).not.toBe(id);
  expect(readReplyAddress(keys, domain, changed)).not.toBe(id);
});
