// @vitest-environment happy-dom
import type { GuestReceipt } from '@baraza/contract/guest/guest-complaint';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeOutbox, guestOwner, type OutboxItem } from '../../../lib/outbox/outbox.ts';
import { paths } from '../../../lib/router/paths.ts';
import { readSvgQr } from '../../../lib/testing/read-svg-qr.ts';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { ReceiptCode } from './sent-step.tsx';
import { pairIn } from './receipt-pair.ts';

vi.mock('idb-keyval', async () => (await import('../../../lib/testing/device.ts')).device());

const receipt = { trackingId: 'SDP-26-7F3K92', receiptCode: '1234567812345678', promise: '' } as GuestReceipt;

/** Whether the browser asks for confirmation before leaving the page. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

let unmount: () => void;
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined));
  ({ unmount } = renderAtPortal(<ReceiptCode receipt={receipt} />));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the browser asks for confirmation before leaving a receipt code that is not kept', () => {
  expect(asks()).toBe(true);
});

test('the browser asks for no confirmation once the receipt code is kept', () => {
  fireEvent.click(screen.getByLabelText('I have kept the code'));

  expect(asks()).toBe(false);
});

test('the browser asks for no confirmation after the receipt code is gone from the screen', () => {
  unmount();

  expect(asks()).toBe(false);
});

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('a guest can leave the receipt code once it is kept, and Back does not return to it', () => {
  act(() => window.history.replaceState(null, '', paths.complain));
  const screens = window.history.length;
  expect([button('Open my complaint').disabled, button('Finish and delete the code from this phone').disabled]).toEqual(
    [true, true],
  );
  fireEvent.click(screen.getByLabelText('I have kept the code'));

  fireEvent.click(button('Finish and delete the code from this phone'));

  expect([window.location.pathname, window.history.length]).toEqual([paths.landing, screens]);
});

test.each([
  [receipt.trackingId, true],
  ['SDP-26-000000', false],
])(
  'the receipt code cannot be deleted while files of its own complaint are being sent: files of %s',
  (follows, isOnItsWay) => {
    act(() =>
      changeOutbox({
        items: [
          {
            key: 'k1',
            account: guestOwner,
            follows,
            kind: 'evidence',
            state: 'waiting',
            content: { files: [] },
          } as unknown as OutboxItem,
        ],
      }),
    );
    fireEvent.click(screen.getByLabelText('I have kept the code'));

    expect(button('Finish and delete the code from this phone').disabled).toBe(isOnItsWay);
    expect(button('Open my complaint').disabled).toBe(false);
    expect(screen.queryAllByRole('article')).toHaveLength(isOnItsWay ? 1 : 0);
    act(() => changeOutbox({ items: [] }));
  },
);

const qrAddress = () => new URL(readSvgQr(screen.getByRole('img', { name: 'QR code that opens this complaint' })));

test('the QR code of a receipt contains the address of the page that opens the complaint', () => {
  const { origin, pathname } = qrAddress();

  expect(origin).toBe(window.location.origin);
  expect(pathname).toBe('/track');
  expect(pairIn(qrAddress().href)).toEqual({ trackingId: 'SDP-26-7F3K92', receiptCode: '1234567812345678' });
});

test('the QR code of a receipt contains the code only in the URL fragment, which browsers never send', () => {
  const { hash, search, pathname } = qrAddress();

  expect(hash).toBe('#SDP-26-7F3K92-1234567812345678');
  expect(search).toBe('');
  expect(pathname).not.toMatch(/SDP|1234/u);
});

test('the saved picture of a receipt’s QR code opens the complaint too', async () => {
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
  // A real click would leave the page and break all later tests.
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();

  fireEvent.click(screen.getByRole('button', { name: 'Save the QR picture' }));

  const page = document.createElement('div');
  page.innerHTML = await (made.mock.calls[0]![0] as Blob).text();
  expect(readSvgQr(page.querySelector('svg')!)).toBe(qrAddress().href);
  expect(saved).toHaveBeenCalledOnce();
});
