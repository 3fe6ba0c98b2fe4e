import type { Staff } from '@baraza/contract';
import { expect, it } from 'vitest';
import { findStaff } from './find-staff.ts';

const person = (first_name: string, last_name: string, mda: string | null): Staff => ({
  id: first_name,
  first_name,
  last_name,
  email: `${first_name.toLowerCase()}@desk.example`,
  role: 'officer',
  mda: mda ? { id: mda, name: mda } : null,
  disabled: false,
  invited: false,
  mfa: false,
  waiting: null,
  version: 1,
});
const staff = [person('Ṣadé', 'Okafor', 'Road Transport Authority'), person('Kwame', 'Mensah', null)];
const names = (words: string) => findStaff(staff, words).map((it) => it.first_name);

it.each([
  ['', ['Ṣadé', 'Kwame']],
  ['  ', ['Ṣadé', 'Kwame']],
  ['ṢADÉ', ['Ṣadé']],
  ['road okafor', ['Ṣadé']],
  ['road mensah', []],
  ['@desk', ['Ṣadé', 'Kwame']],
])('finds by the words "%s"', (words, found) => {
  expect(names(words)).toEqual(found);
});
