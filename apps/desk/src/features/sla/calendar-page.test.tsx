// @vitest-environment happy-dom
import type { Holiday } from '@baraza/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { field, fill, press } from '../../lib/testing/press.ts';
import { officer, renderAtDesk, stubServer } from '../../lib/testing/render.tsx';
import Calendar from './calendar-page.tsx';

const own: Holiday = { id: 'own', day: '2099-03-02', name: 'Founders’ day', everywhere: false };
const all: Holiday = { id: 'all', day: '2099-10-01', name: 'Independence', everywhere: true };
const get = 'GET /api/desk/holiday';
const post = 'POST /api/desk/holiday';

/** Opens the calendar with these responses. */
function open(answers: Record<string, unknown> = {}, role: typeof officer.role = 'supervisor') {
  const weekend = { weekend: null, usual: 'sat,sun', version: 4 };
  const server = stubServer({ [get]: [own, all], 'GET /api/desk/weekend': weekend, ...answers });
  renderAtDesk(<Calendar />, { ...officer, role });
  return server;
}

test.each([
  ['supervisor', [own]],
  ['administrator', [own, all]],
] as const)('the %s can remove only days off that they may set', async (role, theirs) => {
  open({}, role);
  await screen.findByRole('row', { name: /^2099-03-02.*Our MDA/u });
  expect(screen.getByRole('row', { name: /^2099-10-01.*All MDAs/u })).toBeTruthy();

  const menus = screen.getAllByRole('button', { name: /^More for/u }).map((menu) => menu.textContent);
  expect(menus).toEqual(theirs.map(({ name, day }) => `More for ${name}, ${day}`));
});

test('a day off is removed after confirmation', async () => {
  const { sent } = open({ 'DELETE /api/desk/holiday/own': [all] });
  await press(/^More for Founders/u);
  await press(/^Remove Founders/u);
  expect(sent).toEqual([]);

  await press(/^Remove day off/u);

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ call: 'DELETE /api/desk/holiday/own', body: undefined }]);
});

test('the form of days off adds them and is cleared for the next ones', async () => {
  const { sent } = open({ [get]: [], [post]: [own] });
  expect(await screen.findByText('No days entered yet.')).toBeTruthy();
  const [name, from, to] = [/^Name of the day/u, /^Day/u, /^Last day/u] as const;
  expect([name, from, to].map((label) => field(label).required)).toEqual([true, true, false]);
  fill(name, ' Harvest ');
  fill(from, '2099-05-04');
  expect(field(to).min).toBe('2099-05-04');
  fill(to, '2099-05-06');

  await press(/^Add to the calendar/u);

  await waitFor(() => expect([name, from, to].map((label) => field(label).value)).toEqual(['', '', '']));
  expect(sent).toEqual([{ call: post, body: { name: 'Harvest', from: '2099-05-04', to: '2099-05-06' } }]);
});

test('a supervisor chooses the weekend of their MDA', async () => {
  const { sent } = open({ 'PUT /api/desk/weekend': { weekend: 'fri,sat', usual: 'sat,sun', version: 5 } });
  const choice = await screen.findByLabelText<HTMLSelectElement>('Weekend of your MDA');
  expect(choice.selectedOptions[0]?.textContent).toBe('As everywhere: Saturday and Sunday');

  fireEvent.change(choice, { target: { value: 'fri,sat' } });

  const call = 'PUT /api/desk/weekend';
  await waitFor(() => expect(sent).toEqual([{ call, body: { weekend: 'fri,sat', version: 4 } }]));
});

test('an administrator chooses no weekend', async () => {
  open({}, 'administrator');
  await screen.findByText('Independence');
  expect(screen.queryByLabelText('Weekend of your MDA')).toBeNull();
});
