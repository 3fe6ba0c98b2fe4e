import { describe, expect, it } from 'vitest';
import { addressedAs, maskedName } from './person-name.ts';

const names: readonly (readonly [firstName: string, lastName: string, shown: string])[] = [
  ['Amina', 'Okafor', 'Amina O.'],
  ['Amina Chidinma', 'van der Berg', 'Amina Chidinma v.'],
  [' Amina ', ' Okafor ', 'Amina O.'],
  ['Prince', '', 'Prince'],
  ['Prince', '  ', 'Prince'],
  ['Prince', '-', 'Prince'],
  ['–', 'Suharto', 'S.'],
  ['Sean', '‘O’Brien', 'Sean O.'],
  ['Ọlá', 'Ọ\u0301ládìípọ̀', 'Ọlá Ọ\u0301.'],
  ['محمد', 'عبد الله', 'محمد ع.'],
  ['小明', '王', '小明 王.'],
  ['𞤀𞤁', '𞤃𞤢𞤥', '𞤀𞤁 𞤃.'],
  ['Kim', '7th', 'Kim 7.'],
  ['Deleted', 'account', 'Deleted account'],
  ['Deleted', 'Accountant', 'Deleted A.'],
];

describe('names', () => {
  it.each(names)('staff read the name of the citizen %j %j as %j', (firstName, lastName, shown) => {
    expect(maskedName({ firstName, lastName })).toBe(shown);
  });

  it('replies address people by their first name, and erased people by a general word', () => {
    expect(addressedAs({ firstName: ' Amina ', lastName: 'Okafor' })).toBe('Amina');
    expect(addressedAs({ firstName: '–', lastName: 'Suharto' })).toBe('S.');
    expect(addressedAs({ firstName: 'Deleted', lastName: 'account' })).toBe('Deleted account');
  });
});
