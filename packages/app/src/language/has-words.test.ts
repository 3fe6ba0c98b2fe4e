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
])('finds the words "%s" in any order and case, with or without accents: %s', (words, isFound) => {
  expect(hasWords('Ṣadé Okafor sade@desk.example Road Transport Authority', words)).toBe(isFound);
});
