import { expect, it } from 'vitest';
import { matches } from './matches.ts';

it('finds a part of any text, whatever the case and the accents', () => {
  expect(matches('OYO', 'Ọ̀yọ́ State Water')).toBe(true);
  expect(matches('water', null, 'Ọ̀yọ́ State Water')).toBe(true);
  expect(matches('fire', 'Ọ̀yọ́ State Water', null)).toBe(false);
});

it('finds everything for an empty search', () => {
  expect(matches('  ', null)).toBe(true);
});
