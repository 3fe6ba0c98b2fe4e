// @vitest-environment happy-dom
import { reportContact, startSession } from '@baraza/app';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newComplaint } from '../testing/new-complaint.ts';
import { UploadServer } from '../testing/upload-server.ts';
import { getOutbox, putItem, removeItem, setOwner } from './outbox.ts';
import { pause, sendWaiting, submit } from './send.ts';

vi.mock('idb-keyval', async () => (await import('../testing/device.ts')).device());

const account = 'a1';
const isOpen = () => true;

const film = (size: number) => ({ name: 'film.mp4', blob: new Blob([new Uint8Array(size)], { type: 'video/mp4' }) });
const complaintWith = (...sizes: number[]) => newComplaint(account, sizes.map(film));
const itemOf = (key: string) => getOutbox().items.find((item) => item.key === key);
const filedKeys = () => [...server.filed.keys()];

/** Restores the connection and sends all waiting items. */
async function comeBack(): Promise<void> {
  reportContact(true);
  await sendWaiting(true);
}

let server: UploadServer;
beforeEach(() => {
  server = new UploadServer();
  vi.stubGlobal('fetch', server.fetch);
  startSession('token');
  setOwner(account);
});
afterEach(async () => {
  for (const { key } of getOutbox().items) await removeItem(key);
  reportContact(true);
  vi.unstubAllGlobals();
});

test('files are sent in chunks, then the form; the progress shows what the server has', async () => {
  const shown: number[] = [];
  server.breaks = (method) => {
    if (method === 'PATCH') shown.push(getOutbox().sending!.sent);
    return undefined;
  };

  await submit(complaintWith(100_000, 5_000), isOpen);

  expect(server.filed.get('k1')).toMatchObject({ path: '/api/complaint', uploads: ['u1', 'u2'] });
  expect([...server.uploads.values()].map(({ bytes }) => bytes)).toEqual([100_000, 5_000]);
  expect(shown).toEqual([0, 65_536, 100_000]);
  expect(itemOf('k1')?.state).toBe('sent');
});

test('an upload that is refused names its file at its place in the form', async () => {
  server.breaks = (method, path) =>
    method === 'POST' && path === '/api/upload' && server.begun === 1 ? 400 : undefined;

  const refused = submit(complaintWith(5, 0), isOpen);

  await expect(refused).rejects.toMatchObject({ fields: { 'files[1]': 'film.mp4: No.' } });
});

test.each(['before', 'after'] as const)(
  'an upload whose connection fails %s each chunk arrives sends no byte twice',
  async (moment) => {
    let isBroken = false;
    server.breaks = (method) => {
      if (method !== 'PATCH') return undefined;
      isBroken = !isBroken;
      return isBroken ? moment : undefined;
    };
    await submit({ ...complaintWith(300_000), kind: 'evidence' }, isOpen);
    while (itemOf('k1')?.state === 'waiting') await comeBack();

    expect(server.patched).toBe(300_000);
    expect(filedKeys()).toEqual(['k1']);
    expect(server.uploads.size).toBe(1);
  },
);

test('the wait between tries doubles until part of a file arrives', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const secondsToNext = () => {
    const { nextAt = '', triedAt = '' } = itemOf('k1')!;
    return Math.round((Date.parse(nextAt) - Date.parse(triedAt)) / 1000);
  };
  server.breaks = (method) => (method === 'PATCH' ? 'before' : undefined);
  await submit({ ...complaintWith(200_000), kind: 'evidence' }, isOpen);
  const waits = [secondsToNext()];
  for (let count = 0; count < 2; count += 1) {
    await comeBack();
    waits.push(secondsToNext());
  }
  // The chunk arrives but its reply is lost; the next try notices.
  server.breaks = (method) => (method === 'PATCH' ? 'after' : undefined);
  for (let count = 0; count < 2; count += 1) {
    await comeBack();
    waits.push(secondsToNext());
  }

  expect(waits).toEqual([4, 8, 16, 32, 4]);
  vi.restoreAllMocks();
});

test('a lost upload starts again, even if only its form remained to be sent', async () => {
  server.breaks = (_method, path) => (path === '/api/feedback' ? 'before' : undefined);
  await submit({ ...complaintWith(1_000), kind: 'feedback' }, isOpen);
  expect(itemOf('k1')).toMatchObject({ state: 'waiting', uploads: ['u1'], areFilesThere: true });
  server.breaks = () => undefined;
  server.uploads.delete('u1');

  await comeBack();
  expect(itemOf('k1')?.state).toBe('waiting');
  await comeBack();

  expect(server.filed.get('k1')?.uploads).toEqual(['u2']);
});

test('after a failed upload the text of a complaint is sent first, and its files follow once', async () => {
  let breaks = 1;
  server.breaks = (method) => (method === 'PATCH' && breaks-- > 0 ? 'before' : undefined);
  await submit(complaintWith(100_000), isOpen);
  server.breaks = (_method, path) => (path === '/api/complaint' ? 'after' : undefined);

  // The reply is lost, so the same form is sent again.
  await comeBack();
  expect(server.filed.get('k1')).toMatchObject({ path: '/api/complaint', uploads: [] });
  expect(itemOf('k1')).toMatchObject({ state: 'waiting', wordsFirst: true });
  server.breaks = () => undefined;
  await comeBack();
  await vi.waitFor(() => expect(itemOf('k1-files')?.state).toBe('sent'));

  expect(server.filed.get('k1-files')).toMatchObject({ path: '/api/complaint/add-evidence', uploads: ['u1'] });
  expect(itemOf('k1-files')).toMatchObject({ kind: 'evidence', follows: 'SDP-26-7F3K92' });
  expect(server.patched).toBe(100_000);
});

test('on a slow connection a recording is sent with the text, and videos follow', async () => {
  vi.stubGlobal('navigator', { onLine: true, connection: { effectiveType: '2g' } });
  const item = complaintWith(1_000);
  const recording = { blob: new Blob([new Uint8Array(500)]), seconds: 1 };

  await submit({ ...item, content: { ...item.content, recording } }, isOpen);
  await vi.waitFor(() => expect(itemOf('k1-files')?.state).toBe('sent'));

  expect(server.filed.get('k1')?.uploads).toEqual(['u1']);
  expect(server.uploads.get('u1')?.length).toBe(500);
  expect(server.filed.get('k1-files')?.uploads).toEqual(['u2']);
});

test('the text of a complaint is sent first when the connection turns out to be slow', async () => {
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(10_000);

  await submit(complaintWith(1_000_000), isOpen);
  expect(server.filed.get('k1')).toMatchObject({ path: '/api/complaint', uploads: [] });
  expect(server.patched).toBe(65_536);

  await vi.waitFor(() => expect(itemOf('k1-files')?.state).toBe('sent'));
  expect(server.patched).toBe(1_000_000);
});

test('a form submitted during the upload of a video is sent before the rest of the video', async () => {
  let hasOther = false;
  server.breaks = (method) => {
    if (method === 'PATCH' && !hasOther) {
      hasOther = true;
      void submit({ ...complaintWith(), content: { ...complaintWith().content, submissionKey: 'k2' } }, isOpen);
    }
    return undefined;
  };

  await submit({ ...complaintWith(200_000), kind: 'evidence' }, isOpen);
  await vi.waitFor(() => expect(filedKeys()).toEqual(['k2', 'k1']));

  expect(server.patched).toBe(200_000);
});

test('a form without files is sent before waiting videos, and each video once', async () => {
  for (const [index, size] of [200_000, 300_000, 0].entries()) {
    const { content, ...item } = complaintWith(...(size ? [size] : []));
    const key = `k${index}`;
    const rest = { key, language: 'en', savedAt: new Date(index).toISOString(), state: 'waiting', tries: 0 } as const;
    await putItem({ ...item, content: { ...content, submissionKey: key }, ...rest });
  }

  await comeBack();

  expect(filedKeys().toSorted()).toEqual(['k0', 'k1', 'k2']);
  expect(filedKeys()[0]).toBe('k2');
  expect(server.begun).toBe(2);
  expect(server.patched).toBe(500_000);
});

test('an upload that is paused stays paused, and resumes where it was', async () => {
  let chunks = 0;
  server.breaks = (method) => {
    if (method === 'PATCH' && (chunks += 1) === 2) void pause(itemOf('k1')!);
    return undefined;
  };
  await submit({ ...complaintWith(200_000), kind: 'evidence' }, isOpen);
  expect(itemOf('k1')?.state).toBe('paused');

  await putItem({ ...itemOf('k1')!, state: 'waiting' });
  await comeBack();
  expect(itemOf('k1')?.state).toBe('sent');
  expect(server.uploads.size).toBe(1);
});
