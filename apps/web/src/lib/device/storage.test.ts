import { expect, test, vi } from 'vitest';
import * as storage from './storage.ts';

const insecure = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

test.each([
  ['get', () => storage.get('k')],
  ['set', () => storage.set('k', 1)],
  ['del', () => storage.del('k')],
  ['delMany', () => storage.delMany(['k'])],
  ['clear', () => storage.clear()],
  ['keys', () => storage.keys()],
  ['values', () => storage.values(storage.createStore('outbox', 'items'))],
  ['entries', () => storage.entries()],
])('%s rejects in a browser that throws at once when its database is opened', async (_, use) => {
  vi.stubGlobal('indexedDB', { open: insecure });

  // The call itself must not throw.
  const answer = use();

  await expect(answer).rejects.toThrow('The operation is insecure.');
  vi.unstubAllGlobals();
});

test.each([
  [new DOMException('', 'QuotaExceededError'), 'full'],
  [new DOMException('', 'SecurityError'), 'refused'],
  [new ReferenceError('indexedDB is not defined'), 'refused'],
  [null, 'refused'],
  [new DOMException('Connection to Indexed Database server lost.', 'UnknownError'), 'lost'],
  [new DOMException('The database connection is closing.', 'InvalidStateError'), 'lost'],
] as const)('a write that fails by %s has the problem %s', (error, problem) => {
  expect(storage.storageProblem(error)).toBe(problem);
});

test('a page whose browser refuses channels and locks still does one piece of work at a time', async () => {
  vi.stubGlobal('location', {});
  vi.stubGlobal('BroadcastChannel', insecure);
  vi.stubGlobal('navigator', { locks: { request: insecure } });
  const order: string[] = [];
  const work = (name: string) => async (isFree: boolean) => {
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} ends`);
    return isFree;
  };

  expect(storage.openChannel('outbox')).toBeUndefined();
  const answers = ['first', 'second'].map((name) => storage.withLock('outbox', {}, work(name)));
  const late = storage.withLock('outbox', { ifAvailable: true }, async (isFree) => isFree);
  expect(await Promise.all([...answers, late])).toEqual([true, true, false]);
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  vi.unstubAllGlobals();
});

test('work that fails under a lock is not done again without it', async () => {
  const request = async (_: string, __: object, run: (lock: object) => Promise<unknown>) => run({});
  vi.stubGlobal('navigator', { locks: { request } });
  const work = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('refused')));

  await expect(storage.withLock('outbox', {}, work)).rejects.toThrow('refused');
  expect(work).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

test('work that a browser refuses at once or later is left undone', async () => {
  expect(await storage.attempt(insecure)).toBeUndefined();
  expect(await storage.attempt(() => Promise.reject(new Error('later')))).toBeUndefined();
  expect(await storage.attempt(() => 7)).toBe(7);
});
