// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { readQr } from '../../../lib/media/read-qr.ts';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import ScanCode from './scan-code.tsx';

vi.mock('../../../lib/media/read-qr.ts');

afterEach(cleanup);

const pair = { trackingId: 'SDP-26-7F3K92', receiptCode: '1234567812345678' };

/** Scans a picture that contains a text, contains none, or cannot be read offline. */
function scan(read: () => Promise<string | undefined>) {
  vi.mocked(readQr).mockImplementation(read);
  const onScanned = vi.fn<() => void>();
  const { container } = renderAtPortal(<ScanCode onScanned={onScanned} />);
  fireEvent.change(container.querySelector('input')!, { target: { files: [new File([''], 'code.png')] } });
  return onScanned;
}

test('scanning a picture of the QR code returns tracking ID and receipt code', async () => {
  const onScanned = scan(async () => `https://portal.example/track#${pair.trackingId}-${pair.receiptCode}`);

  await vi.waitFor(() => expect(onScanned).toHaveBeenCalledWith(pair));
});

test.each([
  ['another code', async () => 'https://portal.example/track', 'This picture has no code'],
  ['no code', async () => undefined, 'This picture has no code'],
  ['a reader that does not load', () => Promise.reject(new TypeError('network')), 'You seem to be offline.'],
])('scanning a picture with %s shows the reason and reports no code', async (_, read, words) => {
  const onScanned = scan(read);

  expect((await screen.findByText(words, { exact: false })).role).toBe('status');
  expect(onScanned).not.toHaveBeenCalled();
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBeNull();
});
