// @vitest-environment happy-dom
import type { Delivery, Program } from '@baraza/contract';
import { currentToasts } from '@baraza/ui/lib/toast-store';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { field, fill, press } from '../../../lib/testing/press.ts';
import { officer, renderAtDesk, stubServer } from '../../../lib/testing/render.tsx';
import Programs from './program-page.tsx';

const me = { ...officer, id: 'me', role: 'supervisor' } as typeof officer;
const program: Program = {
  id: 'p1',
  name: 'Register',
  role: 'officer',
  mda: { id: 'roads', name: 'Roads' },
  contact: { id: 'ben', name: 'Ben Eze' },
  requestedBy: { id: 'ada', name: 'Ada Obi' },
  requestedAt: '2026-12-01T08:00:00.000Z',
  confirmedBy: null,
  endedBy: null,
  state: 'waiting',
  mayConfirm: true,
  prefix: 'brz_0a1b2c3d',
  scopes: ['complaint:read', 'event:read'],
  expiresAt: '2027-03-01T23:59:59.999Z',
  lastUsedAt: null,
  url: null,
  types: [],
  failingSince: null,
};
const active: Program = { ...program, state: 'active', mayConfirm: false };

test.each([
  ['waits for the reader', program, 'Waits for a second person', ['Confirm Register', 'Decline Register']],
  ['was asked for by the reader', { ...program, requestedBy: me, mayConfirm: false }, 'Waits', ['Withdraw Register']],
  ['works', active, 'Works until', ['End Register']],
  ['lost its person of contact', { ...active, state: 'contact-left' as const }, 'has left', ['End Register']],
  ['was ended', { ...active, state: 'ended' as const, endedBy: program.contact }, 'Ended by Ben Eze', []],
])('a program that %s says so and offers only what the reader may do', async (_, row, state, expected) => {
  stubServer({ 'GET /api/desk/program': [row] });
  renderAtDesk(<Programs />, me);

  const shown = await screen.findByRole('row', { name: /^Register/u });
  expect(shown.textContent).toContain('Read complaints, Follow events');
  expect(shown.textContent).toContain(state);
  const buttons = within(shown).queryAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(expected);
});

test('a token that was asked for is shown once, to be copied', async () => {
  const call = 'POST /api/desk/token';
  const { sent } = stubServer({ 'GET /api/desk/program': [], [call]: { program, token: 'brz_0a1b2c3d_secret' } });
  renderAtDesk(<Programs />, me);
  await press('Request a token');
  fill(/Name of the program/u, 'Register');
  fill(/Last day/u, '2027-03-01');
  fireEvent.click(field('Follow events'));

  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Request/u }));

  expect(await screen.findByText('brz_0a1b2c3d_secret')).toBeTruthy();
  const body = { name: 'Register', scopes: ['complaint:read', 'event:read'], expires: '2027-03-01' };
  await waitFor(() => expect(sent).toEqual([{ call, body }]));
});

test('a webhook is asked for with the events that were chosen', async () => {
  const call = 'POST /api/desk/webhook';
  const { sent } = stubServer({ 'GET /api/desk/program': [], [call]: { program, secret: 'whsec_x' } });
  renderAtDesk(<Programs />, me);
  await press('Request a webhook');
  fill(/Name of the program/u, 'Register');
  fill(/Address that gets/u, 'https://register.example/');
  fireEvent.click(field('complaint.reply'));
  fireEvent.click(field('complaint.resolve'));
  fireEvent.click(field('complaint.reply'));

  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Request/u }));

  const body = { name: 'Register', url: 'https://register.example/', types: ['complaint.resolve'] };
  await waitFor(() => expect(sent).toEqual([{ call, body }]));
});

test('programs that were ended, or expired a month ago, are folded away', async () => {
  const ended = { ...active, id: 'p2', name: 'Former', state: 'ended' as const };
  const expired = {
    ...active,
    id: 'p3',
    name: 'Old',
    state: 'expired' as const,
    expiresAt: '2020-01-01T00:00:00.000Z',
  };
  stubServer({ 'GET /api/desk/program': [active, ended, expired] });
  renderAtDesk(<Programs />, me);

  const folded = (await screen.findByText('Ended (2)')).closest('details')!;
  expect(folded.open).toBe(false);
  expect(
    within(folded)
      .queryAllByRole('rowheader', { hidden: true })
      .map((it) => it.textContent),
  ).toEqual(['Former', 'Old']);
  expect(screen.getByRole('row', { name: /^Register/u })).toBeTruthy();
});

const delivery: Delivery = {
  id: 'd1',
  eventId: 'e1-1',
  type: 'complaint.reply',
  trackingId: 'RDS-26-7F3K92',
  at: '2026-12-01T08:00:07.000Z',
  attempts: 2,
  outcome: '500',
  deliveredAt: null,
  nextTryAt: '2026-12-01T08:10:09.000Z',
};
const webhook: Program = { ...active, url: 'https://register.example/events', prefix: null, scopes: [] };

async function openDeliveries(row: Program) {
  stubServer({
    'GET /api/desk/program': [row],
    'GET /api/desk/webhook/p1/delivery': [delivery],
    'POST /api/desk/webhook/p1/delivery': [delivery],
  });
  renderAtDesk(<Programs />, me);
  fireEvent.click(await screen.findByRole('button', { name: 'More for Register', hidden: true }));
  fireEvent.click(await screen.findByRole('button', { name: 'Deliveries Register', hidden: true }));
  return screen.findByRole('row', { name: /complaint\.reply/u });
}

test('a delivery shows its complaint, the second and the next try, and is put in line again', async () => {
  const shown = await openDeliveries(webhook);
  expect(shown.textContent).toMatch(/RDS-26-7F3K92.*:00:07.*500.*Next try: .*:10:09/u);
  await press('Send again complaint.reply RDS-26-7F3K92');
  await waitFor(() => expect(currentToasts().at(-1)?.text).toBe('In line. It is sent within seconds.'));
});

test('an ended webhook sends nothing again, and tries no more', async () => {
  const shown = await openDeliveries({ ...webhook, state: 'ended' });
  expect(shown.textContent).not.toContain('Next try');
  expect(within(shown).queryAllByRole('button')).toEqual([]);
});
