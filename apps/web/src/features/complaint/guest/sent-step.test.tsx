// @vitest-environment happy-dom
import type { GuestReceipt } from '@baraza/contract/complaint/guest-complaint';
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

/** Whether the browser asks before the page goes away. */
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

test('the browser asks before a code goes that is not kept', () => {
  expect(asks()).toBe(true);
});

test('the browser asks no more once the code is kept', () => {
  fireEvent.click(screen.getByLabelText('I have kept the code'));

  expect(asks()).toBe(false);
});

test('the browser asks on no other screen', () => {
  unmount();

  expect(asks()).toBe(false);
});

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('the screen is left once the code is kept, and nothing leads back to it', () => {
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
  'while files of this complaint are on their way the phone does not forget it: files of %s',
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

test('the QR code of a receipt leads to the page that opens the complaint, at this portal', () => {
  const { origin, pathname } = qrAddress();

  expect(origin).toBe(window.location.origin);
  expect(pathname).toBe('/track');
  expect(pairIn(qrAddress().href)).toEqual({ trackingId: 'SDP-26-7F3K92', receiptCode: '1234567812345678' });
});

test('the QR code of a receipt holds its code behind the # alone, which no browser sends, and nothing else', () => {
  const { hash, search, pathname } = qrAddress();

  expect(hash).toBe('#SDP-26-7F3K92-1234567812345678');
  expect(search).toBe('');
  expect(pathname).not.toMatch(/SDP|1234/u);
});

test('the picture of a receipt’s QR code that is saved opens the complaint too', async () => {
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
  // Here it would leave the page, for all tests that follow.
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();

  fireEvent.click(screen.getByRole('button', { name: 'Save the QR picture' }));

  const page = document.createElement('div');
  page.innerHTML = await (made.mock.calls[0]![0] as Blob).text();
  expect(readSvgQr(page.querySelector('svg')!)).toBe(qrAddress().href);
  expect(saved).toHaveBeenCalledOnce();
});
