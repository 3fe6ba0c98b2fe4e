// @vitest-environment happy-dom
import { reportContact } from '@baraza/app';
import { set } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newComplaint } from '../testing/new-complaint.ts';
import { UploadServer } from '../testing/upload-server.ts';
import { forgetReceipt } from './kept-receipt.ts';
import { getOutbox, guestOwner, outboxStore, removeItem, type OutboxItem } from './outbox.ts';
import { sendWaiting, submit, type NewItem } from './send.ts';

vi.mock('idb-keyval', async () => {
  const device = (await import('../testing/device.ts')).device();
  return { ...device, set: vi.fn<typeof device.set>(device.set) };
});

const receipt = { trackingId: 'SDP-26-7F3K92', receiptCode: '1234567812345678' };
let server: UploadServer;

const fileOf = (size: number, name = 'film.mp4') => {
  const lines = Array.from({ length: size / 10 }, (_, number) => `${number}`.padStart(10, '.'));
  return { name, blob: new Blob(lines, { type: 'video/mp4' }) };
};
const complaintWith = (...files: ReturnType<typeof fileOf>[]) => newComplaint(guestOwner, files);
const evidenceWith = (...files: ReturnType<typeof fileOf>[]): NewItem => ({
  ...complaintWith(...files),
  kind: 'evidence',
  body: { id: 'c1', text: '' },
  receipt,
});
const isOpen = () => true;
const itemOf = (key: string) => getOutbox().items.find((item) => item.key === key);

async function comeBack(): Promise<void> {
  reportContact(true);
  await sendWaiting(true);
}

const hex = (text: string) => Uint8Array.from(text.match(/../gu) ?? [], (pair) => parseInt(pair, 16));

/** Decrypts a form's uploads with the key in the form, as the server does. Returns the text of each file. */
async function decrypted(key: string): Promise<string[]> {
  const { uploads, uploadKey } = server.filed.get(key)!;
  const cipher = await crypto.subtle.importKey('raw', hex(uploadKey ?? ''), 'AES-CTR', false, ['decrypt']);
  return Promise.all(
    uploads.map(async (id) => {
      const counter = new Uint8Array([...hex(id.replaceAll('-', '').slice(0, 16)), ...new Uint8Array(8)]);
      const arrived = await new Blob(server.uploads.get(id)!.pieces).arrayBuffer();
      const plain = await crypto.subtle.decrypt({ name: 'AES-CTR', counter, length: 64 }, cipher, arrived);
      return new TextDecoder().decode(plain);
    }),
  );
}

beforeEach(() => {
  // Tries planned in one test must not run in the next.
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
  server = new UploadServer();
  server.idOf = (number) => `4f9a1c${number}0-77de-4b11-8000-000000000000`;
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const { key } of getOutbox().items) await removeItem(key);
  forgetReceipt({ ...receipt, id: 'c1', promise: '' });
  reportContact(true);
  vi.unstubAllGlobals();
});

test.each([
  ['a large video', undefined, 1_000_010],
  ['a 2G connection', '2g', 10],
])('a guest’s complaint with %s is sent as text first, then each file encrypted', async (_, effectiveType, size) => {
  vi.stubGlobal('navigator', { onLine: true, connection: { effectiveType } });
  const files = [fileOf(size), fileOf(10, 'photo.jpg')];

  await submit(complaintWith(...files), isOpen);
  await vi.waitFor(() => expect(getOutbox().items).toEqual([]));

  expect(server.filed.get('k1')).toMatchObject({ path: '/api/public/complaint', uploads: [], files: [] });
  const keys = ['k1-file-1', 'k1-file-2'];
  expect([...server.filed.keys()].toSorted()).toEqual(['k1', ...keys]);
  for (const key of keys) {
    expect(server.filed.get(key)).toMatchObject({
      path: '/api/complaint/add-evidence',
      token: 'Bearer guest-token',
      uploadKey: expect.stringMatching(/^[\da-f]{64}$/u),
    });
  }
  const texts = await Promise.all(files.map(({ blob }) => blob.text()));
  const arrived = (await Promise.all(keys.map(decrypted))).flat();
  expect(arrived.map((text, index) => text === texts[index])).toEqual([true, true]);
  for (const { pieces } of server.uploads.values()) expect(await new Blob(pieces).text()).not.toContain('......');
});

test('a guest’s upload over a failing connection sends no byte twice and is complete', async () => {
  const file = fileOf(200_000);
  let count = 0;
  server.breaks = (method) => (method === 'PATCH' && (count += 1) % 2 === 1 ? 'within' : undefined);

  await submit(evidenceWith(file), isOpen);
  for (let tries = 0; itemOf('k1') && tries < 10; tries += 1) await comeBack();

  expect(server.patched).toBe(200_000);
  expect(server.uploads.size).toBe(1);
  expect((await decrypted('k1'))[0] === (await file.blob.text())).toBe(true);
});

test('a guest’s upload waits when its session ends, and is refused if its receipt code is invalid', async () => {
  let hasEnded = false;
  server.breaks = (method) => {
    if (method !== 'PATCH' || hasEnded) return undefined;
    hasEnded = true;
    return 401;
  };
  await submit(evidenceWith(fileOf(10)), isOpen);
  expect(itemOf('k1')?.state).toBe('waiting');
  server.breaks = (_, path) => (path === '/api/public/session' ? 401 : undefined);

  await comeBack();

  expect(itemOf('k1')?.state).toBe('refused');
});

test('on a full device a guest’s video follows the text though its progress cannot be stored', async () => {
  const full = vi.mocked(set).getMockImplementation()!;
  vi.mocked(set).mockImplementation(async (key, value, store) => {
    const { wordsFirst, uploadKey } = value as Partial<OutboxItem>;
    if (wordsFirst || uploadKey !== undefined) throw new DOMException('full');
    return full(key, value, store);
  });
  const film = fileOf(2_000_000);
  let chunks = 0;
  server.breaks = (method) => (method === 'PATCH' && (chunks += 1) === 3 ? 'before' : undefined);

  await submit(complaintWith(film), isOpen);
  await vi.waitFor(() => expect(itemOf('k1-file-1')?.tries).toBe(1));
  await comeBack();

  expect(getOutbox().items).toEqual([]);
  expect([server.begun, server.patched]).toEqual([1, 2_000_000]);
  expect((await decrypted('k1-file-1'))[0] === (await film.blob.text())).toBe(true);
  vi.mocked(set).mockImplementation(full);
});

test('a guest’s form paused by another tab on a full device stays paused', async () => {
  const full = vi.mocked(set).getMockImplementation()!;
  vi.mocked(set).mockImplementation(async (key, value, store) => {
    if ((value as Partial<OutboxItem>).uploadKey !== undefined) throw new DOMException('full');
    return full(key, value, store);
  });
  server.breaks = (method) => (method === 'PATCH' ? 'before' : undefined);
  await submit(evidenceWith(fileOf(10)), isOpen);
  server.breaks = () => undefined;
  const { uploadKey: _, ...onDevice } = itemOf('k1')!;
  await full('k1', { ...onDevice, state: 'paused' }, outboxStore);

  await comeBack();

  expect([itemOf('k1')?.state, server.patched]).toEqual(['paused', 0]);
  vi.mocked(set).mockImplementation(full);
});

test('a browser that cannot encrypt sends a guest’s files in the form', async () => {
  vi.stubGlobal('crypto', { randomUUID: () => crypto.randomUUID(), subtle: undefined });

  await submit(evidenceWith(fileOf(10)), isOpen);

  expect(server.filed.get('k1')).toMatchObject({ files: ['film.mp4'], uploads: [], uploadKey: null });
});
