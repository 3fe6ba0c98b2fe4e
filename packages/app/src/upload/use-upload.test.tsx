// @vitest-environment happy-dom
import { ApiError } from '@baraza/contract';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type Carrier, useUpload } from './use-upload.ts';

afterEach(cleanup);

/** The upload of two films of 400 bytes. */
async function renderUpload() {
  const { result } = renderHook(() => {
    const media = useMediaFiles({ kinds: ['image', 'video'], maxBytes: 1000 });
    return { media, upload: useUpload(media) };
  });
  const films = ['a.mp4', 'b.mp4'].map((name) => new File([new Uint8Array(400)], name, { type: 'video/mp4' }));
  act(() => result.current.media.restore(films));
  await waitFor(() => expect(result.current.media.files).toHaveLength(2));
  return result;
}

const carry = async (result: Awaited<ReturnType<typeof renderUpload>>, send: (carrier: Carrier) => Promise<string>) => {
  let outcome: unknown;
  await act(async () => {
    outcome = await result.current.upload.carry([], send).catch((error: unknown) => error);
  });
  return outcome;
};

test('a file counts as sent once all its bytes are on their way', async () => {
  const result = await renderUpload();
  let carrier: Carrier | undefined;
  let arrive: (outcome: string) => void = () => undefined;
  let outcome: Promise<string | undefined> | undefined;
  await act(async () => {
    outcome = result.current.upload.carry([], (given) => {
      carrier = given;
      return new Promise((resolve) => (arrive = resolve));
    });
  });

  act(() => carrier!.onProgress(600, 800));

  expect(result.current.media.items.map(({ status }) => status)).toEqual(['sent', 'uploading']);
  expect(result.current.upload.state).toMatchObject({ percent: 75, filesSent: 1, files: 2 });
  await act(async () => arrive('arrived'));
  expect(await outcome).toBe('arrived');
  expect(result.current.upload.state).toBeNull();
});

test('a lost connection is said at the file that was on its way, and can be tried again', async () => {
  const result = await renderUpload();

  await carry(result, async ({ onProgress }) => {
    onProgress(600, 800);
    throw new ApiError(0, { message: 'offline', code: 'OFFLINE' });
  });

  expect(result.current.upload.lost).toBe(true);
  expect(result.current.media.items.map(({ status, reason }) => [status, reason])).toEqual([
    ['ready', undefined],
    ['failed', 'Connection lost at 50%. Nothing is lost.'],
  ]);
});

test('a file that the server refuses carries its reason', async () => {
  const result = await renderUpload();

  await carry(result, async () => {
    throw new ApiError(422, {
      message: 'No.',
      code: 'INVALID',
      fields: { 'files[1]': 'A virus was found in this file.' },
    });
  });

  expect(result.current.upload.lost).toBe(false);
  expect(result.current.media.items[1]).toMatchObject({ status: 'failed', reason: 'A virus was found in this file.' });
});

test('what is stopped by the person is no failure', async () => {
  const result = await renderUpload();

  const outcome = await carry(result, async ({ signal }) => {
    result.current.upload.stop();
    throw signal.reason;
  });

  expect(outcome).toBeUndefined();
  expect(result.current.media.items.map(({ status }) => status)).toEqual(['ready', 'ready']);
});
