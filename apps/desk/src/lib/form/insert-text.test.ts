import { expect, it } from 'vitest';
import { insertText } from './insert-text.ts';

it.each([
  ['at the start', 'world', 'hello ', 0, undefined, 'hello world', 6],
  ['at the end', 'hello', '!', 5, undefined, 'hello!', 6],
  ['in the place of what is marked', 'say :: now', 'hello', 4, 6, 'say hello now', 9],
  ['beyond the end', 'ab', 'c', 9, 12, 'abc', 3],
  ['with the marks the wrong way round', 'abcd', 'X', 3, 1, 'abcXd', 4],
])('puts a text in %s', (_, text, part, start, end, whole, cursor) => {
  expect(insertText(text, part, start, end)).toEqual({ text: whole, cursor });
});
