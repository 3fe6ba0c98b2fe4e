// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { receiptIn, receiptLink } from './receipt-link.ts';

const proof = 'c2sp.org/tlog-proof@v1\nindex 7\na+/b=\n\nportal.example/log\n9\n\n— portal.example/log AA==\n';

test('a receipt is read back from its link, also from a PDF’s text', () => {
  expect(receiptIn(receiptLink(proof))).toBe(proof);
  expect(receiptIn(`<</S /URI /URI (${receiptLink(proof)})>>`)).toBe(proof);
});

test('a receipt link leaves out witness signatures that do not fit into a QR code', () => {
  const witness = `— witness.example ${'A'.repeat(1_500)}\n`;

  expect(receiptIn(receiptLink(proof + witness + witness))).toBe(proof + witness);
});

test('a damaged link contains no receipt', () => {
  expect(receiptIn('https://portal.example/verify#%E0%A4%A')).toBe('');
});
