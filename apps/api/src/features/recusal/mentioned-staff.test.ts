import { expect, test } from 'vitest';
import { findMentionedStaff } from './mentioned-staff.ts';

const kwame = { id: 'kwame', firstName: 'Kwame', lastName: 'Mensah' };
const jose = { id: 'jose', firstName: 'José María', lastName: "O'Brien-Núñez" };
const short = { id: 'short', firstName: 'A', lastName: 'B' };
const all = [kwame, jose, short];

test.each([
  ['first name and last name', 'I met Kwame Mensah there.', ['kwame']],
  ['the other way round, with a comma', 'MENSAH, kwame', ['kwame']],
  ['over the end of a line', 'It was Kwame\n\nMensah!', ['kwame']],
  ['decomposed accents', 'Ms Jose\u0301 Mari\u0301a O\u2019Brien Nun\u0303ez', ['jose']],
  ['no accents', 'jose maria o brien nunez', ['jose']],
  ['several', 'Kwame Mensah and José María O’Brien-Núñez', ['kwame', 'jose']],
  ['a part of a longer word', 'Kwame Mensahs office, Akwame Mensah', []],
  ['one name alone', 'Mr Mensah', []],
  ['both names apart', 'Kwame and his friend Mensah', []],
  ['a last name of one letter', 'a b', []],
  ['nothing', '', []],
])('%s', (_, text, named) => {
  expect(findMentionedStaff(all, [text]).map((it) => it.id)).toEqual(named);
});

test('a name does not begin in one text and end in the next', () => {
  expect(findMentionedStaff(all, ['Kwame', 'Mensah'])).toEqual([]);
  expect(findMentionedStaff(all, ['Nothing', 'Kwame Mensah'])).toEqual([kwame]);
});

test('a name of signs alone is no name', () => {
  expect(findMentionedStaff([{ id: 'x', firstName: '–', lastName: '…' }], ['– …'])).toEqual([]);
});

test.each([
  ['Kwame Mensah', true],
  ['MENSAH, Kwame', true],
  ['Kwame K. Mensah', true],
  ['Mensah K Kwame', true],
  ['Yaw Mensah', true],
  ['Kwame Yaw Mensah', true],
  ['Mensah Kwame Yaw', true],
  ['Kwame', false],
  ['Mensah', false],
  ['Kwame Yaw', false],
  ['Kwame saw Mensah', false],
  ['Kwame K. L. Mensah', false],
  ['KwameMensah', false],
  ['Kwame Mensahs', false],
])('of several first names, each will do, and an initial in between: %s', (text, found) => {
  const one = { id: 'x', firstName: 'Kwame Yaw', lastName: 'Mensah' };
  expect(findMentionedStaff([one], [text])).toEqual(found ? [one] : []);
});

test('an initial of several first names is none of them', () => {
  expect(findMentionedStaff([{ id: 'x', firstName: 'Kwame A.', lastName: 'Market' }], ['at a market'])).toEqual([]);
});

test.each([
  ['Ɓala Ɗanladi', 'Bala', 'Danladi'],
  ['bala danladi', 'Ɓala', 'Ɗanladi'],
  ['Sanusi Karfi', 'Sanusi', 'Ƙarfi'],
  ['Soren Lukasz', 'Søren', 'Łukasz'],
  ['Dorde Strasse', 'Đorđe', 'Straße'],
  ['AEgir Oeuvre', 'Ægir', 'Œuvre'],
  ['Isik Yilmaz', 'Işık', 'Yılmaz'],
  ['Nana Mensa', 'Ŋana', 'Mɛnsa'],
  ['Kofi Oto', 'Kofi', 'Ɔto'],
])('letters with a stroke or a hook are read without: %s', (text, firstName, lastName) => {
  const one = { id: 'x', firstName, lastName };
  expect(findMentionedStaff([one], [text])).toEqual([one]);
});
