import { expect, test } from 'vitest';
import { fullNamePattern } from './person-name.ts';

const isFound = (text: string, firstName: string, lastName: string) =>
  text.search(fullNamePattern({ firstName, lastName }) ?? /$^/u) >= 0;

test.each([
  ['Kwame', 'Mensah', 'I met Kwame Mensah there.'],
  ['Kwame', 'Mensah', 'MENSAH, kwame'],
  ['Kwame', 'Mensah', 'It was Kwame\n\nMensah’s office!'],
  ['Kwame Yaw', 'Mensah', 'kwame yaw  mensah'],
  ['José María', "O'Brien-Núñez", 'Ms José María O’Brien-Núñez'],
  ['Anne-Marie', "N'Dour", "N'DOUR Anne-Marie"],
  ['Ƙarfi', 'Łukasz', 'ŁUKASZ ƙarfi'],
  ['रमा', 'देवी', 'रमा देवी आई'],
])('the name %s %s is found in “%s”', (firstName, lastName, text) => {
  expect(isFound(text, firstName, lastName)).toBe(true);
});

test.each([
  ['Kwame', 'Mensah', 'Mr Mensah'],
  ['Kwame', 'Mensah', 'Kwame and his friend Mensah'],
  ['Kwame', 'Mensah', 'Kwame Mensahs office, Akwame Mensah'],
  ['Kwame', 'Mensah', 'Kwame K. Mensah'],
  ['Kwame Yaw', 'Mensah', 'Kwame Mensah'],
  ['José', 'Núñez', 'Jose Nunez'],
  ['', 'Mensah', 'Mensah'],
  ['–', '…', '– …'],
])('the name %s %s is not found in “%s”', (firstName, lastName, text) => {
  expect(isFound(text, firstName, lastName)).toBe(false);
});

test('pattern characters in a name are matched literally', () => {
  expect(isFound('anything', '.*', '[a-z]+')).toBe(false);
});
