import { expect, it } from 'vitest';
import { mentionsIn } from './mentions.ts';

const people = ['Ann Lee', 'Ann Leeds', 'Bo'].map((name) => ({ id: name, name }));
const names = (text: string) =>
  mentionsIn(text, people)
    .map(({ name }) => name)
    .toSorted();

it('names after an @ in a note are recognised as mentions', () => {
  expect(names('@Bo please look, and @Ann Lee too')).toEqual(['Ann Lee', 'Bo']);
  expect(names('Bo and ann lee have seen it')).toEqual([]);
});

it('the longer of two names that begin alike is mentioned', () => {
  expect(names('@Ann Leeds knows')).toEqual(['Ann Leeds']);
  expect(names('@Ann Leeds and @Ann Lee')).toEqual(['Ann Lee', 'Ann Leeds']);
});
