// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderPortalHook } from '../testing/render.tsx';
import { useListParams } from './use-list-params.ts';

beforeEach(() => window.history.replaceState(null, '', '/list?sort=oldest'));
afterEach(cleanup);

const page = () => new URLSearchParams(window.location.search).get('page');

test('the address contains the page of a list, and a new search removes it', () => {
  const { result } = renderPortalHook(useListParams, undefined);

  act(() => result.current.next('a'));
  act(() => result.current.next('b'));
  expect([page(), result.current.filters.cursor, result.current.pagesBefore]).toEqual(['3', 'b', 2]);
  act(() => result.current.previous());
  expect([page(), result.current.filters.cursor, result.current.filters.sort]).toEqual(['2', 'a', 'oldest']);
  act(() => result.current.change('q', 'water'));

  expect([page(), result.current.filters.cursor, result.current.filters.q]).toEqual([null, undefined, 'water']);
});

test('an address with a page opens that page, and Previous leads to the first', () => {
  window.history.replaceState(null, '', '/list?page=3&cursor=b');
  const { result } = renderPortalHook(useListParams, undefined);
  expect([result.current.filters.cursor, result.current.pagesBefore]).toEqual(['b', 2]);

  act(() => result.current.previous());

  expect([page(), result.current.filters.cursor]).toEqual([null, undefined]);
});
