// @vitest-environment happy-dom
import { endSession, getToken, reportContact, startSession } from '@baraza/app';
import { isProof, proofText } from '@baraza/contract';
import { renderHook } from '@testing-library/react';
import { del, entries, set } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftKey } from '../draft/draft-store.ts';
import { newComplaint } from '../testing/new-complaint.ts';
import { forgetReceipt } from './kept-receipt.ts';
import { useKeptReceipt } from './use-kept-receipt.ts';
import { getOutbox, guestOwner, outboxStore, readOutbox, removeItem } from './outbox.ts';
import { sendWaiting, startOutbox, submit, type NewItem } from './send.ts';

vi.mock('idb-keyval', async () => {
  const device = (await import('../testing/device.ts')).device();
  return { ...device, set: vi.fn<typeof device.set>(device.set) };
});

const receipt = { id: 'c1', trackingId: 'SDP-26-7F3K92', receiptCode: '1234567812345678', promise: '' };
const pair = { trackingId: receipt.trackingId, receiptCode: receipt.receiptCode };

interface Sent {
  readonly path: string;
  readonly key: string | undefined;
  readonly proof: string | undefined;
  readonly token: string | undefined;
  readonly files: string[];
}

/** Requests that reached the server; `answer` decides each status, and 'lost' drops the reply. */
let sent: Sent[];
let answer: (request: Sent) => number | 'lost' | Promise<never>;

const film = (size: number, name = 'film.mp4') => ({ name, blob: new Blob([new Uint8Array(size)]) });
const itemWith = (...files: ReturnType<typeof film>[]): NewItem => ({
  ...newComplaint(guestOwner, files),
  draft: draftKey('complaint', guestOwner),
});
const step = (key: string): NewItem => ({
  ...itemWith(),
  kind: 'answer',
  body: { id: receipt.id, text: 'The blue one' },
  content: { values: {}, files: [], recording: null, submissionKey: key },
  receipt: pair,
});
const isOpen = () => true;
const submitted = () => sent.filter(({ key }) => key !== undefined);
const keptCodes = async () => (await entries<string, unknown>()).filter(([key]) => key.startsWith('receipt:'));
const only = () => getOutbox().items[0]!;

beforeEach(() => {
  sent = [];
  answer = () => 201;
  vi.stubGlobal('fetch', async (path: string, { headers, body, signal }: RequestInit & { headers: object }) => {
    const sentHeaders = headers as Record<string, string>;
    const files = body instanceof FormData ? body.getAll('files').map((file) => (file as File).name) : [];
    const [key, proof, token] = ['idempotency-key', 'proof-of-work', 'authorization'].map((name) => sentHeaders[name]);
    const request = { path, key, proof, token, files };
    if (!path.startsWith('/api')) throw new TypeError('network');
    sent.push(request);
    const over = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
    );
    const status = await Promise.race([answer(request), over]);
    if (status === 'lost') throw new TypeError('network');
    if (status >= 400) return Response.json({ message: 'Not so.', code: 'INVALID_CREDENTIALS' }, { status });
    return Response.json(path === '/api/public/session' ? { token: 'guest-token', id: receipt.id } : receipt, {
      status,
    });
  });
});
afterEach(async () => {
  for (const { key } of getOutbox().items) await removeItem(key);
  forgetReceipt(receipt);
  endSession('expired');
  reportContact(true);
  vi.unstubAllGlobals();
});

test('a guest’s complaint is sent with its proof once online, and only its receipt code stays on the device', async () => {
  answer = () => 'lost';
  expect(await submit(itemWith(), isOpen)).toBeUndefined();
  expect(only()).toMatchObject({ key: 'k1', state: 'waiting', tries: 1 });
  answer = () => 201;

  window.dispatchEvent(new Event('online'));

  await vi.waitFor(() => expect(getOutbox().items).toEqual([]));
  expect(submitted().map(({ key }) => key)).toEqual(['k1', 'k1']);
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(proofText('k1', submitted()[1]!.proof ?? '')),
  );
  expect(isProof(new Uint8Array(digest))).toBe(true);
  expect(await keptCodes()).toEqual([[`receipt:${receipt.trackingId}`, receipt]]);
});

test('sending a guest’s complaint again sends small files in the form, even on a slow connection', async () => {
  answer = () => 'lost';
  await submit(itemWith(film(10_000, 'photo.jpg')), isOpen);
  answer = () => 201;
  vi.stubGlobal('navigator', { onLine: true, connection: { effectiveType: '2g' } });
  reportContact(true);

  await sendWaiting(true);

  expect(submitted().map(({ files }) => files)).toEqual([['photo.jpg'], ['photo.jpg']]);
});

test('a guest’s step is sent with the session of its receipt code, not that of a signed-in citizen', async () => {
  startSession('own');
  answer = () => 'lost';
  await submit(step('k2'), isOpen);
  answer = () => 201;
  reportContact(true);

  await sendWaiting(true);

  expect(sent.slice(-2).map(({ path, token }) => [path, token])).toEqual([
    ['/api/public/session', undefined],
    ['/api/complaint/answer-complaint', 'Bearer guest-token'],
  ]);
  expect([getToken(), getOutbox().items]).toEqual(['own', []]);
});

test('a step with an invalid receipt code is refused and does not end the citizen’s session', async () => {
  startSession('own');
  answer = () => 401;

  await expect(submit(step('k2'), () => false)).rejects.toMatchObject({ status: 401 });

  expect([only().state, getToken()]).toEqual(['refused', 'own']);
});

test.each([
  ['deleted', () => del('k1', outboxStore)],
  ['paused', () => set('k1', { ...only(), state: 'paused' }, outboxStore)],
])('the receipt code of a complaint that another tab %s during sending is kept', async (_, change) => {
  let arrive: (() => void) | undefined;
  answer = () => new Promise((resolve) => (arrive = () => resolve(201 as never)));
  const submission = submit(itemWith(), isOpen);
  await vi.waitFor(() => expect(arrive).toBeDefined());
  await change();
  await readOutbox();

  arrive?.();
  await submission;

  expect(await keptCodes()).toEqual([[`receipt:${receipt.trackingId}`, receipt]]);
  expect(getOutbox().items).toEqual([]);
});

test('a receipt code stored by another tab is found', async () => {
  await set(`receipt:${receipt.trackingId}`, receipt);

  const { result } = renderHook(() => useKeptReceipt());

  await vi.waitFor(() => expect(result.current).toEqual(receipt));
});

test('a log-out does not stop the sending of a guest’s complaint', async () => {
  startSession('own');
  const stop = startOutbox('a1');
  let arrive: (() => void) | undefined;
  answer = () => new Promise((resolve) => (arrive = () => resolve(201 as never)));
  const submission = submit(itemWith(), isOpen);
  await vi.waitFor(() => expect(arrive).toBeDefined());

  stop();
  arrive?.();

  expect(await submission).toEqual(receipt);
  expect(getOutbox().items).toEqual([]);
});

test('on a full device the receipt code is stored once the sent complaint has made room', async () => {
  const full = vi.mocked(set).getMockImplementation()!;
  vi.mocked(set).mockImplementation(async (key, ...rest) => {
    if (String(key).startsWith('receipt:') && getOutbox().items.length > 0) throw new DOMException('full');
    return full(key, ...rest);
  });

  expect(await submit(itemWith(), isOpen)).toEqual(receipt);

  expect(await keptCodes()).toHaveLength(1);
  vi.mocked(set).mockImplementation(full);
});

test('a new item interrupts a recording that is being sent, which is sent again afterwards', async () => {
  answer = ({ key }) => (key === 'k1' && submitted().length === 1 ? new Promise<never>(() => undefined) : 201);
  const complaint = itemWith();
  const recording = { blob: new Blob([new Uint8Array(500)]), seconds: 1 };
  const first = submit({ ...complaint, content: { ...complaint.content, recording } }, isOpen);
  await vi.waitFor(() => expect(submitted()).toHaveLength(1));

  expect(await submit({ ...step('k3'), kind: 'evidence' }, isOpen)).toEqual(receipt);

  expect(await first).toBeUndefined();
  await vi.waitFor(() => expect(submitted().map(({ key }) => key)).toEqual(['k1', 'k3', 'k1']));
});

test('a receipt code is shown as soon as it arrives, and again on a new screen', async () => {
  const { result, unmount } = renderHook(() => useKeptReceipt());
  await vi.waitFor(() => expect(result.current).toBeNull());

  await submit(itemWith(), isOpen);
  await vi.waitFor(() => expect(result.current).toEqual(receipt));
  unmount();

  const again = renderHook(() => useKeptReceipt());
  await vi.waitFor(() => expect(again.result.current).toEqual(receipt));
});

test('other tabs are notified when a receipt code arrives and when it is deleted', async () => {
  const otherTab = new BroadcastChannel('receipt');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
  const postFromOtherTab = (news: unknown) => otherTab.postMessage(news);
  const received = vi.fn<(news: unknown) => void>();
  otherTab.onmessage = ({ data }) => received(data);
  const { result } = renderHook(() => useKeptReceipt());
  await vi.waitFor(() => expect(result.current).toBeNull());

  postFromOtherTab({ receipt, isForgotten: false });
  await vi.waitFor(() => expect(result.current).toEqual(receipt));
  postFromOtherTab({ receipt: { ...receipt, trackingId: 'SDP-26-OTHER1' }, isForgotten: true });
  postFromOtherTab({ receipt, isForgotten: true });
  await vi.waitFor(() => expect(result.current).toBeNull());

  await submit(itemWith(), isOpen);
  await vi.waitFor(() => expect(received).toHaveBeenCalledWith({ receipt, isForgotten: false }));
  forgetReceipt(receipt);
  await vi.waitFor(() => expect(received).toHaveBeenCalledWith({ receipt, isForgotten: true }));
  otherTab.close();
});
