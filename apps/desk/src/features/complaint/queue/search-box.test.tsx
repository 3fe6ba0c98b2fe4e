// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderAtDesk } from '../../../lib/testing/render.tsx';
import { SearchBox } from './search-box.tsx';

const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search complaints' });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const address = () => window.location.pathname + window.location.search;

function openAt(url: string) {
  window.history.replaceState(null, '', url);
  renderAtDesk(<SearchBox />);
}

/** Goes to an address as Back or a link would. */
const goTo = (url: string) =>
  act(() => {
    window.history.replaceState(null, '', url);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('typed words are searched after a pause, with one entry in the browser’s history', async () => {
  openAt('/complaint/mine');
  const screens = window.history.length;

  type(' pump');
  await pass(200);
  type(' pump & ');
  await pass(200);
  expect(address()).toBe('/complaint/mine');
  await pass(100);
  expect(address()).toBe('/complaint/search?q=pump%20%26');
  expect(box().value).toBe(' pump & ');

  type('pumps');
  await pass(300);
  expect(address()).toBe('/complaint/search?q=pumps');
  expect(window.history.length).toBe(screens + 1);
});

test('Enter searches at once and only once', async () => {
  openAt('/complaint/mine');
  type('pump');

  fireEvent.submit(screen.getByRole('search'));
  expect(address()).toBe('/complaint/search?q=pump');

  goTo('/complaint/mine');
  await pass(300);
  expect(address()).toBe('/complaint/mine');
});

test('an emptied search box leads back to the first queue', async () => {
  openAt('/complaint/search?q=pump');
  expect(box().value).toBe('pump');

  type('');
  await pass(300);

  expect(address()).toBe('/complaint/mine');
});

test('the search box shows the words of a new address', () => {
  openAt('/complaint/search?q=pump');

  goTo('/complaint/search?q=road');
  expect(box().value).toBe('road');

  goTo('/complaint/mine');
  expect(box().value).toBe('');
});

test('results of an earlier search do not overwrite newer typing', async () => {
  openAt('/complaint/mine');
  type('pump');
  act(() => {
    vi.advanceTimersByTime(300);
    type('pumps');
  });

  expect(box().value).toBe('pumps');
});

test('the shortcut selects the text of the search box, and Escape leaves the box unchanged', () => {
  openAt('/complaint/search?q=pump');

  fireEvent.keyDown(document.body, { key: '/', code: 'Slash' });
  expect(document.activeElement).toBe(box());
  expect([box().selectionStart, box().selectionEnd]).toEqual([0, 4]);

  fireEvent.keyDown(box(), { key: 'p' });
  expect(document.activeElement).toBe(box());
  const isKept = !fireEvent.keyDown(box(), { key: 'Escape' });
  expect([isKept, document.activeElement === box(), box().value]).toEqual([true, false, 'pump']);
});
