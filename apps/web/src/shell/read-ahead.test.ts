// @vitest-environment happy-dom
import { endSession, startSession } from '@baraza/app';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copies, type Copy, keepConfidential } from '../lib/api/saved-copies.ts';
import { clear, values } from '../lib/device/storage.ts';
import { readAhead } from './read-ahead.ts';

vi.mock('idb-keyval', async () => (await import('../lib/testing/device.ts')).device());

const complaints = [
  { id: 'open', state: 'submitted', identity: 'named', unread: false },
  { id: 'hidden', state: 'submitted', identity: 'confidential', unread: false },
];
let asked: string[];

function connect(connection: object | undefined): void {
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { ready: Promise.resolve({}) }, connection });
}

beforeEach(() => {
  asked = [];
  startSession('token');
  connect(undefined);
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, 'https://portal.example');
    asked.push(pathname);
    const one = complaints.find(({ id }) => pathname === `/api/complaint/${id}`);
    return Response.json(one ?? (pathname === '/api/complaint' ? { items: complaints, nextCursor: null } : []));
  });
});
afterEach(async () => {
  await keepConfidential(false);
  await clear(copies);
  endSession('expired');
  vi.unstubAllGlobals();
});

const keptIds = async () =>
  (await values<Copy>(copies)).flatMap(({ data }) => (data as { id?: string }).id ?? []).toSorted();

test('own complaints are kept ahead, confidential ones only with consent, which removes them when it ends', async () => {
  await readAhead();
  expect(await keptIds()).toEqual(['open']);

  await keepConfidential(true);
  await readAhead();
  expect(await keptIds()).toEqual(['hidden', 'open']);
  expect(asked.filter((path) => path === '/api/complaint/open')).toHaveLength(1);

  await keepConfidential(false);
  expect(await keptIds()).toEqual(['open']);
});

test('where data is to be saved nothing is read ahead, and on a slow line no complaint is', async () => {
  connect({ saveData: true, effectiveType: '4g' });
  await readAhead();
  expect(asked).toEqual([]);

  connect({ saveData: false, effectiveType: '3g' });
  await readAhead();
  expect(asked.filter((path) => path.startsWith('/api/complaint/'))).toEqual([]);
});

test('nothing of a complaint is read ahead for guests', async () => {
  endSession('expired');
  await readAhead();
  expect(asked.filter((path) => path.startsWith('/api/complaint'))).toEqual([]);
});
