// @vitest-environment happy-dom
import { endSession, startSession } from '@baraza/app';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { act, cleanup, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPortalHook } from '../testing/render.tsx';
import { deviceStorage, draftKey, saveDraft, type Draft, type DraftContent } from './draft-store.ts';
import { useDraftFiles } from './use-draft-files.ts';
import { handOverDraft, useDraftKeeper, useStoredDraft } from './use-draft.ts';

vi.mock('idb-keyval', async () => (await import('../testing/device.ts')).device());

const own = draftKey('complaint', 'ada');
const blank = { title: '' };
const content = (title: string): DraftContent => ({
  values: { title },
  files: [],
  recording: null,
  submissionKey: null,
});
const stored = async () => (await deviceStorage.get(own))?.values['title'];

beforeEach(() => {
  startSession(crypto.randomUUID());
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined));
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  endSession('expired');
  await deviceStorage.delete(own);
});

const readDraft = () => renderPortalHook(() => useStoredDraft('complaint', blank, 'ada'), undefined).result;

test('a draft is undefined until it was looked for, and null where there is none', async () => {
  const result = readDraft();
  expect(result.current).toBeUndefined();

  await waitFor(() => expect(result.current).toBeNull());
});

test('a device that cannot be read has no draft', async () => {
  vi.spyOn(deviceStorage, 'get').mockRejectedValue(new DOMException('blocked'));

  const result = readDraft();

  await waitFor(() => expect(result.current).toBeNull());
});

/** A form that was begun without an account, so many minutes before somebody logs in. */
async function beginAsGuest(minutesAgo: number) {
  await saveDraft(draftKey('complaint', 'guest'), content('No water'));
  await handOverDraft('complaint', 'guest');
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + minutesAgo * 60_000);
}

test('what was begun before logging in is theirs who log in', async () => {
  await beginAsGuest(29);

  const result = readDraft();

  await waitFor(() => expect(result.current?.values).toEqual({ title: 'No water' }));
  expect(await stored()).toBe('No water');
});

test('what was begun half an hour before belongs to somebody else, and is deleted', async () => {
  await beginAsGuest(31);

  const result = readDraft();

  await waitFor(() => expect(result.current).toBeNull());
  expect(await deviceStorage.get(draftKey('complaint', 'begun'))).toBeUndefined();
});

/** A form in which something has just been typed. */
function typeInForm() {
  const rendered = renderPortalHook((now: DraftContent) => useDraftKeeper('complaint', 'ada', now, null), content(''));
  rendered.rerender(content('No water'));
  return rendered;
}

const pause = () => act(() => vi.advanceTimersByTimeAsync(400));

test('what is typed is saved after a pause, and said to be', async () => {
  vi.useFakeTimers();
  const { result } = typeInForm();
  expect(await stored()).toBeUndefined();

  await pause();

  expect(await stored()).toBe('No water');
  expect(result.current.savedAt).not.toBeNull();
});

test('a device without room says so', async () => {
  vi.useFakeTimers();
  vi.spyOn(deviceStorage, 'set').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  const { result } = typeInForm();

  await pause();

  expect([result.current.failed, result.current.savedAt]).toEqual([true, null]);
});

test.each([
  ['the form is left', ({ unmount }: ReturnType<typeof typeInForm>) => unmount()],
  [
    'the page is put away',
    () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      fireEvent(document, new Event('visibilitychange'));
    },
  ],
])('what was just typed is saved at once when %s', async (_, leave) => {
  leave(typeInForm());

  await waitFor(async () => expect(await stored()).toBe('No water'));
});

test('logging out leaves nothing of a form behind', async () => {
  vi.useFakeTimers();
  const { unmount } = typeInForm();

  endSession('logout');
  unmount();
  await pause();

  expect(await stored()).toBeUndefined();
});

test('files of a draft come back once, also where they are removed again', async () => {
  const draft = { ...content(''), files: [{ name: 'a.mp4', blob: new Blob(['x']) }] } as unknown as Draft;
  const { result } = renderPortalHook(() => {
    const media = useMediaFiles({ kinds: ['video'], maxBytes: 100 });
    return { media, files: useDraftFiles(media, draft) };
  }, undefined);
  expect(result.current.files.map(({ name }) => name)).toEqual(['a.mp4']);

  act(() => result.current.media.remove(result.current.media.items[0]!.id));

  expect(result.current.files).toEqual([]);
});
