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

test('useStoredDraft returns undefined while loading, and null without a draft', async () => {
  const result = readDraft();
  expect(result.current).toBeUndefined();

  await waitFor(() => expect(result.current).toBeNull());
});

test('useStoredDraft returns null when the storage cannot be read', async () => {
  vi.spyOn(deviceStorage, 'get').mockRejectedValue(new DOMException('blocked'));

  const result = readDraft();

  await waitFor(() => expect(result.current).toBeNull());
});

/** Begins a form as a guest, and sets the clock that many minutes ahead. */
async function beginAsGuest(minutesAgo: number) {
  await saveDraft(draftKey('complaint', 'guest'), content('No water'));
  await handOverDraft('complaint', 'guest');
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + minutesAgo * 60_000);
}

test('a draft begun as a guest passes to the person who logs in within half an hour', async () => {
  await beginAsGuest(29);

  const result = readDraft();

  await waitFor(() => expect(result.current?.values).toEqual({ title: 'No water' }));
  expect(await stored()).toBe('No water');
});

test('a draft begun as a guest over half an hour before the login is deleted', async () => {
  await beginAsGuest(31);

  const result = readDraft();

  await waitFor(() => expect(result.current).toBeNull());
  expect(await deviceStorage.get(draftKey('complaint', 'begun'))).toBeUndefined();
});

/** Renders a form in which something was just typed. */
function typeInForm() {
  const rendered = renderPortalHook((now: DraftContent) => useDraftKeeper('complaint', 'ada', now, null), content(''));
  rendered.rerender(content('No water'));
  return rendered;
}

const pause = () => act(() => vi.advanceTimersByTimeAsync(400));

test('typed text is saved after a pause, and savedAt is set', async () => {
  vi.useFakeTimers();
  const { result } = typeInForm();
  expect(await stored()).toBeUndefined();

  await pause();

  expect(await stored()).toBe('No water');
  expect(result.current.savedAt).not.toBeNull();
});

test('a draft that the device has no space for is reported as failed', async () => {
  vi.useFakeTimers();
  vi.spyOn(deviceStorage, 'set').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  const { result } = typeInForm();

  await pause();

  expect([result.current.problem, result.current.savedAt]).toEqual(['full', null]);
});

test.each([
  ['the form is left', ({ unmount }: ReturnType<typeof typeInForm>) => unmount()],
  [
    'the page is hidden',
    () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      fireEvent(document, new Event('visibilitychange'));
    },
  ],
])('text just typed into a draft is saved at once when %s', async (_, leave) => {
  leave(typeInForm());

  await waitFor(async () => expect(await stored()).toBe('No water'));
});

test('logging out deletes the draft of an open form', async () => {
  vi.useFakeTimers();
  const { unmount } = typeInForm();

  endSession('logout');
  unmount();
  await pause();

  expect(await stored()).toBeUndefined();
});

test('files of a draft are restored once, and stay removed when removed', async () => {
  const draft = { ...content(''), files: [{ name: 'a.mp4', blob: new Blob(['x']) }] } as unknown as Draft;
  const { result } = renderPortalHook(() => {
    const media = useMediaFiles({ kinds: ['video'], maxBytes: 100 });
    return { media, files: useDraftFiles(media, draft) };
  }, undefined);
  expect(result.current.files.map(({ name }) => name)).toEqual(['a.mp4']);

  act(() => result.current.media.remove(result.current.media.items[0]!.id));

  expect(result.current.files).toEqual([]);
});

test('typed text is saved at once when the page goes', async () => {
  vi.useFakeTimers();
  typeInForm();

  window.dispatchEvent(new Event('pagehide'));

  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(await stored()).toBe('No water');
});
