// @vitest-environment happy-dom
import { ApiError } from '@baraza/contract';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type Carrier, useUpload } from './use-upload.ts';

afterEach(cleanup);

/** Renders an upload of two videos of 400 bytes. */
async function renderUpload() {
  const { result, unmount } = renderHook(() => {
    const media = useMediaFiles({ kinds: ['image', 'video'], maxBytes: 1000 });
    return { media, carry: useUpload(media) };
  });
  const films = ['a.mp4', 'b.mp4'].map((name) => new File([new Uint8Array(400)], name, { type: 'video/mp4' }));
  act(() => result.current.media.restore(films));
  await waitFor(() => expect(result.current.media.files).toHaveLength(2));
  return { result, unmount };
}

type Rendered = Awaited<ReturnType<typeof renderUpload>>;

const carry = async ({ result }: Rendered, send: (carrier: Carrier) => Promise<string>) => {
  let outcome: unknown;
  await act(async () => {
    outcome = await result.current.carry(send).catch((error: unknown) => error);
  });
  return outcome;
};

test('an upload sends the files and returns the server’s reply', async () => {
  const upload = await renderUpload();

  const outcome = await carry(upload, async ({ files }) => files.map(({ name }) => name).join());

  expect(outcome).toBe('a.mp4,b.mp4');
});

test('all files can be uploaded again after a lost connection', async () => {
  const upload = await renderUpload();

  await carry(upload, async () => {
    throw new ApiError(0, { message: 'offline', code: 'OFFLINE' });
  });

  expect(upload.result.current.media.items).toMatchObject([{ status: 'ready' }, { status: 'ready' }]);
});

test('a file that the server refuses shows the reason', async () => {
  const upload = await renderUpload();

  await carry(upload, async () => {
    throw new ApiError(422, {
      message: 'No.',
      code: 'INVALID',
      fields: { 'files[1]': 'A virus was found in this file.' },
    });
  });

  expect(upload.result.current.media.items).toMatchObject([
    { status: 'ready' },
    { status: 'failed', reason: 'A virus was found in this file.' },
  ]);
});

test('leaving the page during an upload is not reported as a failure', async () => {
  const upload = await renderUpload();

  const outcome = await carry(upload, async ({ signal }) => {
    upload.unmount();
    throw signal.reason;
  });

  expect(outcome).toBeUndefined();
});
