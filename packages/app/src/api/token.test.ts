import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTokenStore } from './token.ts';

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Simulates the storage event of a change by another tab. */
function otherTab(key: string | null, newValue: string | null = null): void {
  window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
}

it('a token store reads the stored session and changes only its own key', () => {
  kept.set('a', 'token of a');
  const a = createTokenStore('a');
  const b = createTokenStore('b');
  expect([a.getToken(), b.getToken()]).toEqual(['token of a', null]);
  b.startSession('token of b');
  a.endSession('logout');
  expect([...kept]).toEqual([['b', 'token of b']]);
  expect([a.getToken(), b.getToken()]).toEqual([null, 'token of b']);
});

it('a token store notifies listeners of the start and end of a session until they unsubscribe', () => {
  const store = createTokenStore('a');
  const seen: unknown[] = [];
  const stop = store.onSessionChange(() => seen.push([store.getToken(), store.getSessionEnd()]));
  store.startSession('one');
  store.endSession('expired');
  stop();
  store.startSession('two');
  expect(seen).toEqual([
    ['one', null],
    [null, 'expired'],
  ]);
});

it('where storage is blocked, the session lasts as long as the page', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
  const store = createTokenStore('a');
  store.startSession('one');
  expect(store.getToken()).toBe('one');
  store.endSession('logout');
  expect(store.getToken()).toBeNull();
});

it('the session follows a change made in another tab', () => {
  const store = createTokenStore('a');
  const listener = vi.fn<() => void>();
  store.onSessionChange(listener);
  kept.set('a', 'one');
  otherTab('b');
  expect(store.getToken()).toBeNull();
  otherTab('a');
  expect([store.getToken(), store.getSessionEnd()]).toEqual(['one', null]);
  otherTab('a');
  expect(listener).toHaveBeenCalledTimes(1);
  kept.clear();
  otherTab(null);
  expect([store.getToken(), store.getSessionEnd()]).toEqual([null, 'logout']);
  expect(listener).toHaveBeenCalledTimes(2);
});

it.each([
  ['its owner logged out', 'logout', 'logout'],
  ['it was over', 'expired', 'expired'],
  ['nobody knows why', null, 'expired'],
] as const)('a session that ended in another tab keeps its reason: %s', (_, reason, end) => {
  kept.set('a', 'one');
  const store = createTokenStore('a');
  kept.clear();
  if (reason) otherTab('a.end', reason);
  otherTab('a');
  otherTab('a.end');
  expect([store.getToken(), store.getSessionEnd()]).toEqual([null, end]);
  // It does not count for the next session.
  kept.set('a', 'two');
  otherTab('a', 'two');
  kept.clear();
  otherTab('a');
  expect(store.getSessionEnd()).toBe('expired');
});

it('other tabs learn why a session ends, and the reason does not stay in storage', () => {
  const written: string[] = [];
  const remove = (key: string) => kept.delete(key) && written.push(`-${key}`);
  const setItem = (key: string, value: string) => kept.set(key, value) && written.push(`${key}=${value}`);
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem, removeItem: remove });
  const store = createTokenStore('a');
  store.startSession('one');
  store.endSession('logout');
  expect(written).toEqual(['a=one', 'a.end=logout', '-a', '-a.end']);
});

it('a log-out in another tab replaces an earlier reason for the end of the session', () => {
  kept.set('a', 'one');
  const store = createTokenStore('a');
  store.endSession('expired');
  otherTab('a.end', 'logout');
  otherTab('a');
  expect(store.getSessionEnd()).toBe('logout');
});

it('a log-out in another tab is noticed even if the next person has signed in since', () => {
  kept.set('a', 'one');
  const store = createTokenStore('a');
  const seen: unknown[] = [];
  store.onSessionChange(() => seen.push([store.getToken(), store.getSessionEnd()]));
  kept.set('a', 'two');
  otherTab('a.end', 'logout');
  otherTab('a');
  otherTab('a.end');
  otherTab('a', 'two');
  expect(seen).toEqual([['two', 'logout']]);
  expect(['one', 'two', null].map(store.wasLeft)).toEqual([true, false, false]);
  expect(kept.get('a')).toBe('two');
});

it('an expired session does not count as logged out when another one has begun since', () => {
  kept.set('a', 'one');
  const store = createTokenStore('a');
  kept.set('a', 'two');
  otherTab('a.end', 'expired');
  otherTab('a');
  expect([store.getToken(), store.getSessionEnd(), store.wasLeft('one')]).toEqual(['two', null, false]);
});

it('a call refused to the previous person does not end the session of the next one', () => {
  vi.useFakeTimers();
  kept.set('a', 'one');
  const store = createTokenStore('a');
  kept.set('a', 'two');
  store.endSession('expired');
  expect([...kept]).toEqual([['a', 'two']]);
  // The reason arrives a moment later.
  otherTab('a.end', 'logout');
  otherTab('a');
  expect([store.getToken(), store.wasLeft('one')]).toEqual(['two', true]);
  // Or it never arrives, and the tab reads the storage.
  kept.set('a', 'three');
  store.endSession('expired');
  vi.runAllTimers();
  expect([store.getToken(), store.wasLeft('two')]).toEqual(['three', false]);
  store.endSession('expired');
  expect([...kept]).toEqual([]);
  vi.useRealTimers();
});

describe('a page that was put aside and is shown again', () => {
  const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  const reload = vi.fn<() => void>();
  const replaceChildren = vi.fn<() => void>();
  const typed = new Map<string, string>();

  beforeEach(() => {
    vi.clearAllMocks();
    typed.set('typed:reopen', 'Of the one before');
    vi.stubGlobal('location', { reload });
    vi.stubGlobal('document', { body: { replaceChildren } });
    vi.stubGlobal('sessionStorage', typed);
    kept.set('a', 'one');
    createTokenStore('a');
  });
  const seen = () => [reload.mock.calls.length, replaceChildren.mock.calls.length > 0, typed.size];

  it.each([
    ['somebody else is in', () => kept.set('a', 'two')],
    ['nobody is in', () => kept.clear()],
  ])('a page restored by Back is reloaded without typed text where %s', (_, leave) => {
    leave();
    show(false);
    expect(seen()).toEqual([0, false, 1]);
    show(true);
    expect(seen()).toEqual([1, true, 0]);
  });

  it('a page restored by Back reloads its data and keeps typed text in the same session', () => {
    show(true);
    expect(seen()).toEqual([1, false, 1]);
  });
});
