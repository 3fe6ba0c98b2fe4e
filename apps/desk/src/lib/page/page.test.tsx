// @vitest-environment happy-dom
import { listOwnContacts } from '@baraza/contract';
import { endpointQuery } from '@baraza/app';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, renderAtDesk, stubServer } from '../testing/render.tsx';
import { forRoles, LoadedTable } from './page.tsx';

function Names() {
  const query = useQuery(endpointQuery(listOwnContacts));
  const columns = [{ header: 'Name', cell: (row: { name: string }) => row.name }];
  return <LoadedTable query={query} caption="Contacts" columns={columns} empty="There are none." />;
}

test.each([
  ['rows', [{ id: 'ada', name: 'Ada Obi' }], 'Ada Obi'],
  ['an empty list', [], 'There are none.'],
  ['an error', refusal(503, 'Try again later.'), 'This could not be loaded.'],
])('a table that loads %s shows nothing else', async (_, reply, words) => {
  stubServer({ 'GET /api/desk/contact': reply });
  renderAtDesk(<Names />);

  expect(await screen.findByText(words)).toBeTruthy();

  for (const other of ['Ada Obi', 'There are none.', 'This could not be loaded.'])
    expect(screen.queryByText(other) !== null).toBe(other === words);
});

test('a page for supervisors redirects an officer without loading anything', () => {
  const { requested } = stubServer({});
  const Page = forRoles(['supervisor'], Names);

  renderAtDesk(<Page />);

  expect(window.location.pathname).toBe(import.meta.env.BASE_URL);
  expect(requested).toEqual([]);
});
