import { beforeEach, expect, it, vi } from 'vitest';
import { clearDrafts, countDrafts, emptyDraft, loadDraft, saveDraft } from './drafts.ts';

/** The part of Storage used by drafts; items are own properties, as in a browser. */
function fakeStorage(): Record<string, unknown> {
  const items: Record<string, unknown> = {};
  const method = (name: string, value: unknown) => Object.defineProperty(items, name, { value, enumerable: false });
  method('getItem', (key: string) => items[key] ?? null);
  method('setItem', (key: string, value: string) => void (items[key] = value));
  method('removeItem', (key: string) => void delete items[key]);
  return items;
}

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));

it('drafts are restored exactly as they were typed', () => {
  expect(saveDraft('a', 'c1', { reply: ' Dear Amina,\n', note: 'ask the branch' })).toBe(true);
  expect(loadDraft('a', 'c1')).toEqual({ reply: ' Dear Amina,\n', note: 'ask the branch' });
});

it('empty drafts are deleted', () => {
  saveDraft('a', 'c1', { reply: 'x', note: '' });
  saveDraft('a', 'c1', { reply: '  \n', note: '' });
  expect(countDrafts('a')).toBe(0);
  expect(loadDraft('a', 'c1')).toEqual(emptyDraft);
});

it('drafts belong to one account', () => {
  saveDraft('a', 'c1', { reply: 'mine', note: '' });
  expect(loadDraft('b', 'c1')).toEqual(emptyDraft);
  expect(countDrafts('b')).toBe(0);
});

it('clearing drafts deletes all drafts and nothing else', () => {
  localStorage.setItem('authToken', 'portal');
  saveDraft('a', 'c1', { reply: 'x', note: '' });
  saveDraft('b', 'c2', { reply: '', note: 'y' });
  clearDrafts();
  expect([countDrafts('a'), countDrafts('b'), localStorage.getItem('authToken')]).toEqual([0, 0, 'portal']);
});

it('saving a draft returns false if the browser refuses storage', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect(saveDraft('a', 'c1', { reply: 'x', note: '' })).toBe(false);
  expect(loadDraft('a', 'c1')).toEqual(emptyDraft);
});
