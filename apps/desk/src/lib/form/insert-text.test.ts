import { expect, it } from 'vitest';
import { insertText } from './insert-text.ts';

it.each([
  ['at the start', 'world', 'hello ', 0, undefined, 'hello world', 6],
  ['at the end', 'hello', '!', 5, undefined, 'hello!', 6],
  ['in place of the selection', 'say :: now', 'hello', 4, 6, 'say hello now', 9],
  ['at a position beyond the end', 'ab', 'c', 9, 12, 'abc', 3],
  ['at a reversed selection', 'abcd', 'X', 3, 1, 'abcXd', 4],
])('text is inserted into a field %s', (_, text, part, start, end, whole, cursor) => {
  expect(insertText(text, part, start, end)).toEqual({ text: whole, cursor });
});
