// @vitest-environment happy-dom
import { I18nProvider } from '@lingui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { i18n } from '../i18n/i18n.ts';
import { SearchableList } from './searchable-list.tsx';
import type { ListParams } from './use-list-params.ts';

const items = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id }));
const query = { data: { items, nextCursor: null }, isError: false } as UseQueryResult<{
  items: typeof items;
  nextCursor: null;
}>;
const params = { q: '', sort: 'latest', category: '', pagesBefore: 0 } as ListParams;
const texts = { placeholder: '', failed: '', loading: '', count: String };
const list = (
  <I18nProvider i18n={i18n}>
    <SearchableList params={params} categories={[]} query={query} pageSize={10} onTurn={() => undefined} {...texts}>
      {({ id }) => <article>{id}</article>}
    </SearchableList>
  </I18nProvider>
);
/** How many cards the first rendering holds, so long after the page was asked for. */
function firstCards(seconds: number): number {
  vi.spyOn(performance, 'now').mockReturnValue(seconds * 1000);
  return renderToStaticMarkup(list).split('<article').length - 1;
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('while the app starts, the cards in view come before the others', () => {
  expect(firstCards(0)).toBe(4);
  expect(firstCards(3600)).toBe(6);
});

test('all cards are there in the end', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(0);

  render(list);

  expect(await screen.findAllByRole('article')).toHaveLength(6);
});
