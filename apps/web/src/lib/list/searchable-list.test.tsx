// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../testing/render.tsx';
import { SearchableList } from './searchable-list.tsx';
import { useListParams } from './use-list-params.ts';

type Query = Parameters<typeof SearchableList<{ id: string }>>[0]['query'];
type Page = { items: { id: string }[]; nextCursor: string | null };

const turned = vi.fn<() => void>();

function List({ page, failed }: { page?: Page | undefined; failed: boolean }): ReactNode {
  return (
    <SearchableList
      params={useListParams()}
      placeholder="Search complaints"
      categories={[{ id: 'water', name: 'Water' }]}
      query={{ data: page, isError: failed } as Query}
      failed="The list could not be loaded."
      loading="Loading the list"
      count={(shown) => `${shown} shown`}
      total={23}
      onTurn={turned}
    >
      {({ id }) => <b>{id}</b>}
    </SearchableList>
  );
}

const ten = Array.from({ length: 10 }, (_, index) => ({ id: `c${index + 1}` }));

/** Renders a list at an address with the server's response. */
function openAt(search: string, page?: Page, failed = false) {
  window.history.replaceState(null, '', `/app/complaint${search}`);
  renderAtPortal(<List page={page} failed={failed} />);
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const pages = () => screen.queryByRole('navigation', { name: 'Pages' })?.querySelector('span')?.textContent;
const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const address = () => window.location.search;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
});

test('a page of a list shows its range and the total, and its buttons turn the page', () => {
  openAt('', { items: ten, nextCursor: 'ten' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(ten.map(({ id }) => id));
  expect([screen.getByRole('status').textContent, pages()]).toEqual(['10 shown', 'Showing 1 to 10 of 23']);
  expect(button('Previous').disabled).toBe(true);

  fireEvent.click(button('Next'));
  expect(address()).toBe('?page=2&cursor=ten');
  expect(pages()).toBe('Showing 11 to 20 of 23');
  expect(turned).toHaveBeenCalledTimes(1);
  fireEvent.click(button('Previous'));

  expect(address()).toBe('');
  expect(turned).toHaveBeenCalledTimes(2);
});

test('the last page of a list has no Next, and a searched list shows no total', () => {
  openAt('?q=pump&page=2&cursor=ten', { items: ten.slice(0, 2), nextCursor: null });

  expect(pages()).toBe('Showing 11 to 12');
  expect(button('Next').disabled).toBe(true);
});

test('a list of one page has no pager', () => {
  openAt('', { items: ten.slice(0, 2), nextCursor: null });
  expect([pages(), screen.queryByRole('button', { name: 'Next' })]).toEqual([undefined, null]);
});

test('a list without results offers to clear search and filters', async () => {
  openAt('?q=pump&category=water', { items: [], nextCursor: null });
  expect(screen.getByText('No complaints found.')).toBeTruthy();
  expect([screen.queryByRole('list'), pages()]).toEqual([null, undefined]);

  fireEvent.click(button('Clear search and filters'));

  expect(address()).toBe('');
  expect([box().value, document.activeElement]).toEqual(['', box()]);
  expect(screen.queryByRole('button', { name: 'Clear search and filters' })).toBeNull();
});

test('a page of a list that has become empty offers Previous', () => {
  openAt('?page=2&cursor=ten', { items: [], nextCursor: null });

  expect(pages()).toBe('Showing 0 to 10 of 23');
  expect(button('Previous').disabled).toBe(false);
});

test('a list shows that it is loading, and an error when loading fails', () => {
  openAt('');
  expect(screen.getByText('Loading the list')).toBeTruthy();
  expect([screen.queryByRole('alert'), pages()]).toEqual([null, undefined]);
  cleanup();

  openAt('', undefined, true);
  expect(screen.getByRole('alert').textContent).toContain('The list could not be loaded.');
  expect(screen.queryByText('Loading the list')).toBeNull();
});

test('typed words are searched after a pause, from the first page of the list', async () => {
  openAt('?page=2&cursor=ten', { items: ten, nextCursor: null });

  type('pu');
  await pass(200);
  type(' pump ');
  await pass(200);
  expect(address()).toBe('?page=2&cursor=ten');
  await pass(50);

  expect(address()).toBe('?q=pump');
  expect(box().value).toBe(' pump ');
});

test('the address of a list contains order and category unless they are the defaults', () => {
  openAt('', { items: ten, nextCursor: null });
  const choose = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });

  choose('Sort By', 'oldest');
  choose('Category', 'water');
  expect(address()).toBe('?sort=oldest&category=water');
  choose('Sort By', 'latest');
  choose('Category', '');

  expect(address()).toBe('');
});

test('the search box follows a changed address without searching again', async () => {
  openAt('?q=pump', { items: ten, nextCursor: null });
  act(() => {
    window.history.replaceState(null, '', '/app/complaint?q=road&page=2&cursor=ten');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });

  await pass(250);

  expect([box().value, address()]).toEqual(['road', '?q=road&page=2&cursor=ten']);
});
