import { expect, test } from 'vitest';
import { findNamed } from './named-staff.ts';

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
  expect(findNamed(all, [text]).map((it) => it.id)).toEqual(named);
});

test('a name does not begin in one text and end in the next', () => {
  expect(findNamed(all, ['Kwame', 'Mensah'])).toEqual([]);
  expect(findNamed(all, ['Nothing', 'Kwame Mensah'])).toEqual([kwame]);
});

test('a name of signs alone is no name', () => {
  expect(findNamed([{ id: 'x', firstName: '–', lastName: '…' }], ['– …'])).toEqual([]);
});
