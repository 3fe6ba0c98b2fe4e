// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { receiptIn, receiptLink } from './receipt-link.ts';

const proof = 'c2sp.org/tlog-proof@v1\nindex 7\na+/b=\n\nportal.example/log\n9\n\n— portal.example/log AA==\n';

test('a receipt comes back out of its link, also from inside a PDF', () => {
  expect(receiptIn(receiptLink(proof))).toBe(proof);
  expect(receiptIn(`<</S /URI /URI (${receiptLink(proof)})>>`)).toBe(proof);
});

test('a link drops the signatures that a QR code has no room for', () => {
  const witness = `— witness.example ${'A'.repeat(1_500)}\n`;

  expect(receiptIn(receiptLink(proof + witness + witness))).toBe(proof + witness);
});

test('a damaged link is no receipt', () => {
  expect(receiptIn('https://portal.example/verify#%E0%A4%A')).toBe('');
});
