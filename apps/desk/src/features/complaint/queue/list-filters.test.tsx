// @vitest-environment happy-dom
import { listComplaintCategories } from '@baraza/contract';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAtDesk } from '../../../lib/testing/render.tsx';
import { queueOf } from '../queues.ts';
import { ListFilters, SortMenu } from './list-filters.tsx';

const lights = '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b';
const queue = queueOf('mine')!;

/** A list at an address, where there are no other choices than one category. */
function openAt(search: string) {
  window.history.replaceState(null, '', `/complaint/mine${search}`);
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.includes(listComplaintCategories.path) ? [{ id: lights, name: 'Street lights' }] : []),
  );
}

const address = () => window.location.search;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a filter of the address is shown by its name, and goes with one press', async () => {
  openAt(`?sort=latest&category=${lights}`);
  renderAtDesk(<ListFilters />);

  fireEvent.click(await screen.findByRole('button', { name: /Street lights$/u }));

  expect(address()).toBe('?sort=latest');
  expect(screen.queryByRole('button', { name: /Street lights$/u })).toBeNull();
});

test('a filter whose choices could not be loaded is shown all the same', async () => {
  openAt(`?category=${lights}`);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
  renderAtDesk(<ListFilters />);

  expect(screen.getByRole('button', { name: /One category$/u })).toBeTruthy();
});

test('choosing a filter adds it to the address without a screen to go back to', async () => {
  openAt('?sort=latest');
  renderAtDesk(<ListFilters />);
  const screens = window.history.length;
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
  await screen.findByRole('option', { name: 'Street lights' });

  fireEvent.change(screen.getByLabelText('Category'), { target: { value: lights } });

  expect(address()).toBe(`?sort=latest&category=${lights}`);
  expect(window.history.length).toBe(screens);
});

test('an order that is not the usual one stands in the address', () => {
  openAt('');
  renderAtDesk(<SortMenu queue={queue} sort="due" />);
  fireEvent.click(screen.getByRole('button', { name: /Due first$/u }));

  fireEvent.click(screen.getByRole('button', { name: 'Oldest first' }));

  expect(address()).toBe('?sort=oldest');
});

test('the usual order leaves the address', () => {
  openAt('?sort=oldest');
  renderAtDesk(<SortMenu queue={queue} sort="oldest" />);
  fireEvent.click(screen.getByRole('button', { name: /Oldest first$/u }));

  fireEvent.click(screen.getByRole('button', { name: 'Due first' }));

  expect(address()).toBe('');
});
