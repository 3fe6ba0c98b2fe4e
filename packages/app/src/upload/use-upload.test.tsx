// @vitest-environment happy-dom
import { ApiError } from '@baraza/contract';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type Carrier, percentsSent, useUpload } from './use-upload.ts';

afterEach(cleanup);

/** The upload of two films of 400 bytes. */
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

test('a file has a progress until all its bytes are on their way', async () => {
  const { result } = await renderUpload();
  let carrier: Carrier | undefined;
  let arrive: (outcome: string) => void = () => undefined;
  let outcome: Promise<string | undefined> | undefined;
  await act(async () => {
    outcome = result.current.carry((given) => {
      carrier = given;
      return new Promise((resolve) => (arrive = resolve));
    });
  });

  act(() => carrier!.onProgress(600, 800));

  expect(result.current.media.items.map(({ progress }) => progress)).toEqual([undefined, 50]);
  await act(async () => arrive('arrived'));
  expect(await outcome).toBe('arrived');
});

test('a lost connection is said at the file that was on its way, and can be tried again', async () => {
  const upload = await renderUpload();

  await carry(upload, async ({ onProgress }) => {
    onProgress(600, 800);
    throw new ApiError(0, { message: 'offline', code: 'OFFLINE' });
  });

  expect(upload.result.current.media.items.map(({ status, reason }) => [status, reason])).toEqual([
    ['ready', undefined],
    ['failed', 'Connection lost at 50%. Nothing is lost.'],
  ]);
  expect(upload.result.current.media.items.map(({ progress }) => progress)).toEqual([undefined, undefined]);
});

test('a file that the server refuses carries its reason', async () => {
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

test('what is stopped by leaving the page is no failure', async () => {
  const upload = await renderUpload();

  const outcome = await carry(upload, async ({ signal }) => {
    upload.unmount();
    throw signal.reason;
  });

  expect(outcome).toBeUndefined();
});

test('fills the files one after another, after the fields', () => {
  expect(percentsSent([100, 200], 0, 320)).toEqual([0, 0]);
  expect(percentsSent([100, 200], 20, 320)).toEqual([0, 0]);
  expect(percentsSent([100, 200], 70, 320)).toEqual([50, 0]);
  expect(percentsSent([100, 200], 170, 320)).toEqual([100, 25]);
  expect(percentsSent([100, 200], 320, 320)).toEqual([100, 100]);
});

test('tells whole percents, and never more than a file holds', () => {
  expect(percentsSent([300], 299, 300)).toEqual([99]);
  expect(percentsSent([100], 999, 120)).toEqual([100]);
  expect(percentsSent([0], 20, 20)).toEqual([100]);
});
