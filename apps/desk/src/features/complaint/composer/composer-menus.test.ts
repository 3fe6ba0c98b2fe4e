import type { SavedReply } from '@baraza/contract';
import { expect, it } from 'vitest';
import { findSavedReplies } from './composer-menus.tsx';

const reply = (id: string, more: Partial<SavedReply> = {}): SavedReply => {
  return { id, title: `Title ${id}`, text: 'Dear {citizen}', step: 'reply', version: 1, category: null, ...more };
};
const replies = [
  reply('a', { step: 'resolve', text: 'The tap RUNS again.' }),
  reply('b', { category: { id: 'water', name: 'Water' } }),
  reply('c', { category: { id: 'roads', name: 'Roads' } }),
  reply('d', { text: 'We look at the tap.' }),
];
const find = (words: string, steps: SavedReply['step'][] = ['reply', 'resolve']) =>
  findSavedReplies(replies, { categoryId: 'water', steps, words }).map((it) => it.id);

it('offers what fits category and steps, the likeliest step first', () => {
  expect(find('')).toEqual(['b', 'd', 'a']);
  expect(find('', ['resolve', 'reply'])).toEqual(['a', 'b', 'd']);
  expect(find('', ['ask'])).toEqual([]);
});

it('finds every word in title and text, whatever the case', () => {
  expect(find('tap')).toEqual(['d', 'a']);
  expect(find('TAP runs')).toEqual(['a']);
  expect(find('  title  b ')).toEqual(['b']);
  expect(find('roads')).toEqual([]);
});
