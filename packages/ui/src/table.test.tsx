// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Table } from './table.tsx';

const rows = [
  { id: 'a', name: 'Mercy', open: 9 },
  { id: 'b', name: 'Alli', open: 86 },
  { id: 'c', name: 'Naledi', open: 0 },
];

test('a column sorts its rows, numbers with the highest first, and turns around at the next press', () => {
  render(
    <Table
      caption="Staff"
      columns={[
        { header: 'Name', rowHeader: true, order: (row) => row.name, cell: (row) => row.name },
        { header: 'Open', order: (row) => row.open, cell: (row) => row.open },
        { header: 'Note', cell: () => '' },
      ]}
      rows={rows}
    />,
  );
  const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const sortOf = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort');
  expect(names()).toEqual(['Mercy', 'Alli', 'Naledi']);

  press('Open');
  expect([names(), sortOf('Open')]).toEqual([['Alli', 'Mercy', 'Naledi'], 'descending']);
  press('Open');
  expect([names(), sortOf('Open')]).toEqual([['Naledi', 'Mercy', 'Alli'], 'ascending']);
  press('Name');
  expect([names(), sortOf('Name'), sortOf('Open')]).toEqual([['Alli', 'Mercy', 'Naledi'], 'ascending', null]);
  expect(within(screen.getByRole('columnheader', { name: 'Note' })).queryByRole('button')).toBeNull();
});
