// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { paths } from '../../lib/router/paths.ts';
import { renderAtPortal } from '../../lib/testing/render.tsx';
import { readQr } from '../../lib/media/read-qr.ts';
import VerifyPage from './verify-page.tsx';

vi.mock('../../lib/media/read-qr.ts');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const state = { keys: [], timeKeys: [], alteredAt: null, witnesses: [] };

async function openPage(answer: () => Promise<Response> = async () => Response.json(state), hash = '') {
  window.history.replaceState(null, '', paths.verify + hash);
  vi.stubGlobal('fetch', answer);
  return renderAtPortal(<VerifyPage />).container;
}

const choose = (container: Element, file: File) =>
  fireEvent.change(container.querySelector('input[type=file]')!, { target: { files: [file] } });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const noReceipt = () => screen.findByRole('heading', { name: 'This is not a receipt' });

test('a pasted receipt is checked, and then another one can be', async () => {
  await openPage();
  fireEvent.click(await button('Check'));
  expect(screen.getByText(/Paste the text of the receipt, or choose its file\./u)).toBeTruthy();
  const box = screen.getByRole('textbox', { name: 'Or paste its text' });

  fireEvent.change(box, { target: { value: 'Dear Sir' } });
  expect(screen.queryByText(/Paste the text of the receipt/u)).toBeNull();
  fireEvent.click(await button('Check'));
  await noReceipt();
  fireEvent.click(await button('Check another receipt'));

  expect(screen.queryByRole('heading', { name: 'This is not a receipt' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Check a receipt' }));
});

test('a chosen receipt file is checked, and its button is busy until then', async () => {
  const container = await openPage();
  const busy = async () => (await button(/^Choose the file/u)).getAttribute('aria-busy');
  expect(await busy()).toBeNull();
  let read: (text: string | undefined) => void = () => undefined;
  vi.mocked(readQr).mockImplementation(() => new Promise((resolve) => (read = resolve)));

  choose(container, new File(['x'], 'receipt.png', { type: 'image/png' }));
  await waitFor(async () => expect(await busy()).toBe('true'));
  read('Dear Sir');

  await noReceipt();
});

test.each([
  ['a picture without a code', async () => undefined, 'No QR code found'],
  ['a reader that does not load', () => Promise.reject(new TypeError('no line')), 'Check again when you are online'],
])('the check of a receipt reports %s, and another file can be chosen', async (_, read, title) => {
  const container = await openPage();
  await button('Check');
  vi.mocked(readQr).mockImplementation(read);

  choose(container, new File(['x'], 'receipt.png', { type: 'image/png' }));

  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
});

test('a receipt in the address is checked and removed from the address', async () => {
  await openPage(undefined, '#nonsense');

  await noReceipt();
  expect(window.location.hash).toBe('');
});

test('no receipt can be checked while the keys of the log fail to load', async () => {
  await openPage(async () => Response.json({ code: 'FORBIDDEN', message: 'No.' }, { status: 403 }));

  expect(await screen.findByText('The keys of the log could not be loaded.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Check' })).toBeNull();
  cleanup();

  await openPage();
  await button('Check');
  expect(screen.queryByRole('alert')).toBeNull();
});
