import { expect, test } from 'vitest';
import { reviewText } from './review-text.ts';

test.each([
  [0, 'Draft, 0% reviewed'],
  [0.009, 'Draft, 0% reviewed'],
  [0.01, '1% reviewed'],
  [0.999, '99% reviewed'],
  [1, '100% reviewed'],
])('a language with a reviewed share of %d is labelled “%s”', (share, text) => {
  expect(reviewText(share)).toBe(text);
});
