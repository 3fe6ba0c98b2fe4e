// @vitest-environment happy-dom
import { listAreas, listComplaintCategories } from '@baraza/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderAtDesk } from '../../../lib/testing/render.tsx';
import { queueOf } from '../queues.ts';
import { ListFilters, SortMenu } from './list-filters.tsx';

const lights = '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b';
const queue = queueOf('mine')!;

const areas = [
  { code: 'L', name: 'Lagos', parent: null },
  { code: 'L-1', name: 'Ikeja', parent: 'L' },
];

/** Renders a list at an address. The choices are one category and one ward. */
function openAt(search: string) {
  window.history.replaceState(null, '', `/complaint/mine${search}`);
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes(listComplaintCategories.path)) return Response.json([{ id: lights, name: 'Street lights' }]);
    return Response.json(url.includes(listAreas.path) ? areas : []);
  });
}

const address = () => window.location.search;

test('a filter in the address is shown by name and removed with one press', async () => {
  openAt(`?sort=latest&category=${lights}`);
  renderAtDesk(<ListFilters />);

  fireEvent.click(await screen.findByRole('button', { name: /Street lights$/u }));

  expect(address()).toBe('?sort=latest');
  expect(screen.queryByRole('button', { name: /Street lights$/u })).toBeNull();
});

test.each(['a press', 'the key Z'])('%s takes all filters off at once and keeps the order', async (by) => {
  openAt(`?sort=latest&category=${lights}&priority=high,emergency&tag=flood`);
  renderAtDesk(<ListFilters />);

  if (by === 'a press') fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  else fireEvent.keyDown(document.body, { key: 'z' });

  expect(address()).toBe('?sort=latest');
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});

test('a filter is shown even if its choices failed to load', async () => {
  openAt(`?category=${lights}`);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
  renderAtDesk(<ListFilters />);

  expect(screen.getByRole('button', { name: /One category$/u })).toBeTruthy();
});

test('choosing a filter replaces the address without a history entry', async () => {
  openAt('?sort=latest');
  renderAtDesk(<ListFilters />);
  const screens = window.history.length;
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
  await screen.findByRole('option', { name: 'Street lights' });
  expect(screen.queryByText(/could not be loaded/u)).toBeNull();
  expect(screen.queryByLabelText('Jurisdiction')).toBeNull();

  fireEvent.change(screen.getByLabelText('Category'), { target: { value: lights } });

  expect(address()).toBe(`?sort=latest&category=${lights}`);
  expect(window.history.length).toBe(screens);
});

test('filter choices that failed to load are reported', async () => {
  openAt('');
  vi.stubGlobal('fetch', async () => Response.json({ code: 'UNAVAILABLE', message: 'Later.' }, { status: 503 }));
  renderAtDesk(<ListFilters />);
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));

  expect(await screen.findByText('The categories could not be loaded.')).toBeTruthy();
  expect(await screen.findByText('The jurisdictions could not be loaded.')).toBeTruthy();
});

test('an area filter goes down to the deepest level and is shown by name', async () => {
  openAt('?sort=latest');
  renderAtDesk(<ListFilters />);
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
  await screen.findByRole('option', { name: 'Lagos' });

  fireEvent.change(screen.getByLabelText('Area'), { target: { value: 'L' } });
  expect(address()).toBe('?sort=latest&area=L');
  fireEvent.change(screen.getByLabelText('Area in Lagos'), { target: { value: 'L-1' } });
  expect(address()).toBe('?sort=latest&area=L-1');

  expect(screen.getByRole('button', { name: 'Remove the filter Ikeja' })).toBeTruthy();
});

test('choosing all areas removes the filter from the address', async () => {
  openAt('?sort=latest&area=L');
  renderAtDesk(<ListFilters />);
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
  await screen.findByRole('option', { name: 'Ikeja' });

  fireEvent.change(screen.getByLabelText('Area'), { target: { value: '' } });

  expect(address()).toBe('?sort=latest');
});

test('the address of a queue contains its order unless it is the default', () => {
  openAt('');
  renderAtDesk(<SortMenu queue={queue} sort="due" />);
  fireEvent.click(screen.getByRole('button', { name: /Due first$/u }));

  fireEvent.click(screen.getByRole('button', { name: 'Oldest first' }));

  expect(address()).toBe('?sort=oldest');
});

test('choosing the default order of a queue removes it from the address', () => {
  openAt('?sort=oldest');
  renderAtDesk(<SortMenu queue={queue} sort="oldest" />);
  fireEvent.click(screen.getByRole('button', { name: /Oldest first$/u }));

  fireEvent.click(screen.getByRole('button', { name: 'Due first' }));

  expect(address()).toBe('');
});

test('a filter takes several values, each removed by itself', async () => {
  openAt(`?category=${lights}&priority=high`);
  renderAtDesk(<ListFilters />);
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));

  fireEvent.change(screen.getByLabelText('Priority'), { target: { value: 'emergency' } });
  expect(address()).toBe(`?category=${lights}&priority=high%2Cemergency`);
  fireEvent.change(screen.getByLabelText('Tag'), { target: { value: 'Crew 7, flood' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(address()).toContain('tag=crew+7%2Cflood');
  fireEvent.click(screen.getByRole('button', { name: 'Remove the filter High' }));

  expect(address()).toContain('priority=emergency&');
});
