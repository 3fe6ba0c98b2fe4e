// @vitest-environment happy-dom
import type { GuestReceipt } from '@baraza/contract/complaint/guest-complaint';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { ReceiptCode } from './receipt-code.tsx';

const receipt = { trackingId: 'SDP-26-7F3K92', receiptCode: '1234567812345678', promise: '' } as GuestReceipt;
const nothing = () => undefined;

/** Whether the browser asks before the page goes away. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

let unmount: () => void;
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined));
  ({ unmount } = renderAtPortal(<ReceiptCode receipt={receipt} mayForget onOpen={nothing} onForget={nothing} />));
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
