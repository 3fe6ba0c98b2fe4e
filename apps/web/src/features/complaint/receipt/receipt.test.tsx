// @vitest-environment happy-dom
import { endSession } from '@baraza/app';
import type { Complaint } from '@baraza/contract/complaint/complaint';
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { receiptIn } from '../../../lib/router/receipt-link.ts';
import { readSvgQr } from '../../../lib/testing/read-svg-qr.ts';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import ReceiptDialog from './receipt-dialog.tsx';

afterEach(() => {
  cleanup();
  endSession('expired');
  vi.unstubAllGlobals();
});

test('the PDF of an anonymous receipt does not name the complaint, and closing it restores the page title', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/c1/') ? new Response('proof') : new Promise<Response>(() => undefined),
  );
  document.title = 'No water';
  const complaint = { id: 'c1', identity: 'anonymous', title: 'No water', mda: { name: 'Water' } } as Complaint;
  const entry = { id: 's1', at: '2024-05-08T10:42:00Z' } as Complaint['history'][number];
  const { unmount } = renderAtPortal(
    <ReceiptDialog {...{ complaint, entry }} what="Submitted" onClose={() => undefined} />,
  );
  await waitFor(() => expect(document.title).toBe('Receipt'));

  unmount();

  expect(document.title).toBe('No water');
});

test('the QR code on an anonymous receipt contains the proof, but no data of the complaint', async () => {
  const proof = 'c2sp.org/tlog-proof@v1\nindex 7\na+/b=\n\nportal.example/log\n9\n\n— portal.example/log AA==\n';
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/c1/') ? new Response(proof) : new Promise<Response>(() => undefined),
  );
  const about = { title: 'No water', trackingId: 'SDP-26-7F3K92', mda: { name: 'Water' } };
  const complaint = { id: 'c1', identity: 'anonymous', ...about } as Complaint;
  const entry = { id: 's1', at: '2024-05-08T10:42:00Z' } as Complaint['history'][number];
  renderAtPortal(<ReceiptDialog {...{ complaint, entry }} what="Submitted" onClose={() => undefined} />);
  await waitFor(() => expect(document.querySelector('.receipt-sheet svg')).not.toBeNull());
  const sheet = document.querySelector('.receipt-sheet')!;

  const address = readSvgQr(sheet.querySelector('svg')!);

  expect(address.split('#')[0]).toBe(`${window.location.origin}/verify`);
  expect(receiptIn(address)).toBe(proof);
  expect(sheet.querySelector('a')?.getAttribute('href')).toBe(address);
  expect(sheet.textContent).not.toMatch(/No water|SDP-26-7F3K92|Water/u);
});
