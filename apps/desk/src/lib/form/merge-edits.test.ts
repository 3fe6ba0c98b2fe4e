import { expect, it } from 'vitest';
import { mergeEdits } from './merge-edits.ts';

const before = { name: 'Ada', phone: '1', email: 'a@b.example' };

it('takes what the other one changed where nothing was typed, and keeps what was', () => {
  const theirs = { ...before, name: 'Bello', phone: '2' };
  const mine = { ...before, phone: '3', email: 'c@d.example' };
  expect(mergeEdits(before, theirs, mine)).toEqual({
    values: { name: 'Bello', phone: '3', email: 'c@d.example' },
    changed: [
      { field: 'name', kept: false },
      { field: 'phone', kept: true },
    ],
  });
});

it('has nothing to tell where both wrote the same, or the other one changed nothing that is on the form', () => {
  const mine = { ...before, name: 'Bello' };
  expect(mergeEdits(before, mine, mine)).toEqual({ values: mine, changed: [] });
  expect(mergeEdits(before, before, mine)).toEqual({ values: mine, changed: [] });
});
