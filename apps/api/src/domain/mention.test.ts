import { expect, test } from 'vitest';
import { findMentionedStaff } from './mention.ts';

const kwame = { id: 'kwame', firstName: 'Kwame', lastName: 'Mensah' };
const jose = { id: 'jose', firstName: 'José María', lastName: "O'Brien-Núñez" };

test('all staff whose full name appears in a text are found', () => {
  expect(findMentionedStaff([kwame, jose], ['MENSAH, kwame and José María O’Brien-Núñez'])).toEqual([kwame, jose]);
  expect(findMentionedStaff([kwame, jose], ['Mr Mensah'])).toEqual([]);
});

test('a name does not begin in one text and end in the next', () => {
  expect(findMentionedStaff([kwame], ['Kwame', 'Mensah'])).toEqual([]);
  expect(findMentionedStaff([kwame], ['Nothing', 'Kwame Mensah'])).toEqual([kwame]);
});
