import { expect, it } from 'vitest';
import { hasWords } from './has-words.ts';

it.each([
  ['', true],
  ['  ', true],
  ['ṢADÉ', true],
  ['sade', true],
  ['road okafor', true],
  [' @desk ', true],
  ['road mensah', false],
])('a search for "%s" ignores the order of words, case and accents: %s', (words, isFound) => {
  expect(hasWords('Ṣadé Okafor sade@desk.example Road Transport Authority', words)).toBe(isFound);
});
