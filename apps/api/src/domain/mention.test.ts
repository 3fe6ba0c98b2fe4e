import { expect, test } from 'vitest';
import { findMentionedStaff } from './mention.ts';

const kwame = { id: 'kwame', firstName: 'Kwame', lastName: 'Mensah' };
const jose = { id: 'jose', firstName: 'José María', lastName: "O'Brien-Núñez" };

test('all staff whose full name appears in a text are found', () => {
  expect(findMentionedStaff([kwame, jose], ['MENSAH, kwame and José María O’Brien-Núñez'])).toEqual([kwame, jose]);
  expect(findMentionedStaff([kwame, jose], ['Mr Mensah'])).toEqual([]);
});

test('a full name that is split over two texts is no mention', () => {
  expect(findMentionedStaff([kwame], ['Kwame', 'Mensah'])).toEqual([]);
  expect(findMentionedStaff([kwame], ['Nothing', 'Kwame Mensah'])).toEqual([kwame]);
});
