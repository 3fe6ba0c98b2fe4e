// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shrinkPhoto } from './lib/shrink-photo.ts';
import { useMediaFiles } from './use-media-files.tsx';

vi.mock('./lib/shrink-photo.ts');

const photo = (name: string) => new File(['GIF8'], name, { type: 'image/jpeg' });

const renderFiles = () => renderHook(() => useMediaFiles({ kinds: ['image', 'video'], maxBytes: 100 }));
type Rendered = ReturnType<typeof renderFiles>;
const statuses = ({ result }: Rendered) => result.current.items.map(({ status }) => status);
const [made, revoked] = [vi.fn<() => string>(), vi.fn<(url: string) => void>()];

beforeEach(() => {
  made.mockReturnValue('blob:photo');
  vi.spyOn(URL, 'createObjectURL').mockImplementation(made);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(revoked);
});
afterEach(() => {
  cleanup();
  vi.resetAllMocks();
});

test('a photo is ready once it has been shrunk', async () => {
  let finish: (small: File) => void = () => undefined;
  vi.mocked(shrinkPhoto).mockReturnValue(new Promise((resolve) => (finish = resolve)));
  const files = renderFiles();
  act(() => files.result.current.add([photo('a.jpg')]));
  await waitFor(() => expect(statuses(files)).toEqual(['shrinking']));

  await act(async () => finish(new File(['GIF87'], 'small.jpg')));

  expect(files.result.current.items).toMatchObject([{ status: 'ready', name: 'small.jpg', size: 5, originalSize: 4 }]);
});

test('a photo that cannot be shrunk is sent as it is', async () => {
  vi.mocked(shrinkPhoto).mockRejectedValue(new Error('no code'));
  const files = renderFiles();

  act(() => files.result.current.add([photo('a.jpg')]));

  await waitFor(() => expect(statuses(files)).toEqual(['ready']));
});

test('a photo that neither the browser nor the server can read is refused when it is chosen', async () => {
  vi.mocked(shrinkPhoto).mockResolvedValue(null);
  const files = renderFiles();

  act(() => files.result.current.add([new File(['\0\0\0$ftypheic'], 'IMG_1.HEIC')]));

  await waitFor(() => expect(files.result.current.items).toMatchObject([{ refusal: 'unreadable', file: undefined }]));
});

test('sending waits until all photos are shrunk, and keeps their order', async () => {
  let finish: (small: null) => void = () => undefined;
  vi.mocked(shrinkPhoto)
    .mockReturnValueOnce(new Promise((resolve) => (finish = resolve)))
    .mockResolvedValue(null);
  const { result } = renderFiles();
  act(() => result.current.add([photo('a.jpg'), photo('b.jpg')]));
  await waitFor(() => expect(result.current.files).toHaveLength(1));

  const settled = result.current.settled();
  await act(async () => finish(null));

  expect((await settled)?.map(({ name, status }) => [name, status])).toEqual([
    ['a.jpg', 'ready'],
    ['b.jpg', 'ready'],
  ]);
});

test('nothing is sent if a photo turns out too large once it is shrunk', async () => {
  let finish: (small: File) => void = () => undefined;
  vi.mocked(shrinkPhoto).mockReturnValue(new Promise((resolve) => (finish = resolve)));
  const files = renderFiles();
  act(() => files.result.current.add([photo('a.jpg')]));
  await waitFor(() => expect(statuses(files)).toEqual(['shrinking']));

  const settled = files.result.current.settled();
  await act(async () => finish(new File(['GIF8', new Uint8Array(97)], 'a.jpg')));

  expect(await settled).toBeNull();
  expect([statuses(files), files.result.current.count]).toEqual([['refused'], 0]);
});

test('removing a photo releases its thumbnail, and leaving the form releases all', async () => {
  vi.mocked(shrinkPhoto).mockResolvedValue(null);
  made.mockReturnValueOnce('blob:a').mockReturnValueOnce('blob:b');
  const { result, unmount } = renderFiles();
  act(() => result.current.restore([photo('a.jpg'), photo('b.jpg')]));

  act(() => result.current.remove(result.current.items[0]!.id));
  expect(revoked.mock.calls).toEqual([['blob:a']]);
  unmount();

  expect(revoked.mock.calls).toEqual([['blob:a'], ['blob:b']]);
});
