// @vitest-environment happy-dom
import type { AdminCategory } from '@baraza/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isDialogOpen, press } from '../../lib/testing/press.ts';
import { officer, renderAtDesk, stubServer } from '../../lib/testing/render.tsx';
import Categories from './category-page.tsx';

const category = { kind: 'complaint', names: {}, active: true, version: 2 } as const;
const categories: AdminCategory[] = [
  { ...category, id: 'water', name: 'Water' },
  { ...category, id: 'praise', name: 'Praise', kind: 'feedback' },
  { ...category, id: 'roads', name: 'Roads', version: 5 },
  { ...category, id: 'radio', name: 'Radio', active: false },
];
const get = 'GET /api/desk/category';

/** Opens the page as an administrator, with these responses. */
function open(answers: Record<string, unknown>) {
  const server = stubServer({ [get]: categories, ...answers });
  renderAtDesk(<Categories />, { ...officer, role: 'administrator' });
  return server;
}

const openMenu = async (name: string) =>
  fireEvent.click(await screen.findByRole('button', { name: `More for ${name}` }));

test('each kind of category has its own table, which marks categories that are switched off', async () => {
  open({});

  const names = (table: HTMLElement) =>
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
  expect(names(await screen.findByRole('table', { name: 'For complaints' }))).toEqual(['Water', 'Roads', 'Radio']);
  expect(names(screen.getByRole('table', { name: 'For feedback' }))).toEqual(['Praise']);
  expect(screen.getByRole('row', { name: /^Radio/u }).textContent).toContain('Switched off');
  expect(screen.getByRole('row', { name: /^Water/u }).textContent).toContain('Active');
});

test('a category moves up within its kind, except the first one', async () => {
  const { sent } = open({ 'PATCH /api/desk/category/roads': categories });
  await openMenu('Water');
  expect(screen.queryByRole('button', { name: /^Move up/u })).toBeNull();
  await openMenu('Praise');
  expect(screen.queryByRole('button', { name: /^Move up/u })).toBeNull();
  await openMenu('Roads');

  await press('Move up Roads');

  await waitFor(() =>
    expect(sent).toEqual([{ call: 'PATCH /api/desk/category/roads', body: { version: 5, place: 0 } }]),
  );
});

test('switching a category off asks for confirmation, switching it on does not', async () => {
  const answers = { 'PATCH /api/desk/category/water': categories, 'PATCH /api/desk/category/radio': categories };
  const { sent } = open(answers);
  await openMenu('Water');
  await press('Switch off Water');
  expect(sent).toEqual([]);
  await press(/^Switch off category/u);
  await waitFor(() => expect(isDialogOpen()).toBe(false));
  await openMenu('Radio');

  await press('Switch on Radio');

  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ body }) => body)).toEqual([
    { version: 2, active: false },
    { version: 2, active: true },
  ]);
});

test('a new category needs a kind and is sent trimmed', async () => {
  const { sent } = open({ 'POST /api/desk/category': categories });
  await screen.findByRole('table', { name: 'For feedback' });
  await press('New category');
  const name = screen.getByLabelText<HTMLInputElement>(/^Name/u);
  const kind = screen.getByLabelText<HTMLSelectElement>(/^For/u);
  expect([name.required, kind.required]).toEqual([true, true]);
  fireEvent.change(name, { target: { value: ' Water ' } });
  await press(/^Save/u);
  expect(await screen.findAllByText(/This field is required\./u)).not.toEqual([]);
  expect(sent).toEqual([]);

  fireEvent.change(kind, { target: { value: 'feedback' } });
  await press(/^Save/u);

  await waitFor(() => expect(isDialogOpen()).toBe(false));
  expect(sent).toEqual([{ call: 'POST /api/desk/category', body: { kind: 'feedback', name: 'Water' } }]);
});

test('renaming a category sends only the name and closes the dialog', async () => {
  const { sent } = open({ 'PATCH /api/desk/category/roads': categories });
  fireEvent.click(await screen.findByRole('button', { name: 'Rename Roads' }));
  expect(screen.queryByLabelText(/^For/u)).toBeNull();
  const name = screen.getByLabelText<HTMLInputElement>(/^Name/u);
  expect(name.value).toBe('Roads');
  fireEvent.change(name, { target: { value: 'Streets' } });

  await press(/^Save/u);

  await waitFor(() => expect(isDialogOpen()).toBe(false));
  expect(sent).toEqual([{ call: 'PATCH /api/desk/category/roads', body: { version: 5, name: 'Streets' } }]);
});
