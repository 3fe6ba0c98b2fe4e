// @vitest-environment happy-dom
import { endpointQuery, endSession, reportContact, startSession } from '@baraza/app';
import { getUser, type User } from '@baraza/contract/account/account';
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeOutbox, type OutboxItem } from '../lib/outbox/outbox.ts';
import { renderAtPortal } from '../lib/testing/render.tsx';
import Connection from './connection.tsx';

vi.mock('idb-keyval', async () => (await import('../lib/testing/device.ts')).device());

const item = (state: OutboxItem['state'], more = {}) => ({ key: state, account: 'ada', state, ...more }) as OutboxItem;
const said = () => screen.getByRole('status').textContent;

beforeEach(() => {
  vi.useFakeTimers();
  startSession('token');
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(endpointQuery(getUser).queryKey, { id: 'ada' } as User);
  renderAtPortal(<Connection />, client);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  changeOutbox({ items: [], sending: null, full: false });
  endSession('expired');
});

test('a page that is online and has sent everything says so', () => {
  expect(said()).toBe('Online. Everything is saved.');
});

test('a connection that is lost is said with what waits for it', () => {
  act(() => reportContact(false));
  expect(said()).toBe('Offline. You can keep writing.');

  act(() => changeOutbox({ items: [item('waiting'), item('waiting', { account: 'efua' })] }));

  expect(said()).toBe('Offline. 1 waiting to be sent');
});

test('the strip shows how much of the current item is sent', () => {
  act(() => changeOutbox({ items: [item('waiting')], sending: { key: 'waiting', sent: 1, total: 3 } }));

  expect([said(), screen.getByText('33 %', { exact: false })]).toEqual(['Sending', expect.anything()]);
});

test.each(['refused', 'paused'] as const)('what was %s needs the citizen', (state) => {
  act(() => changeOutbox({ items: [item(state), item('waiting')] }));

  expect(said()).toBe('1 needs your attention');
});

test('what has arrived is said for four seconds', () => {
  const sent = item('sent', { sentAt: new Date().toISOString(), trackingId: 'SDP-26-7F3K92' });

  act(() => changeOutbox({ items: [sent] }));
  expect(said()).toBe('Sent. Tracking ID SDP-26-7F3K92');
  act(() => void vi.advanceTimersByTime(4000));

  expect(said()).toBe('Online. Everything is saved.');
});

test('what has arrived is no longer said once the outbox has let go of it', () => {
  const sent = item('sent', { sentAt: new Date(Date.now() - 500).toISOString() });

  act(() => changeOutbox({ items: [sent] }));
  expect(said()).toBe('Sent.');
  act(() => void vi.advanceTimersByTime(3800));
  act(() => changeOutbox({ items: [] }));
  act(() => void vi.advanceTimersByTime(10_000));

  expect(said()).toBe('Online. Everything is saved.');
});

test('an item that arrived a while ago is not announced', () => {
  act(() => changeOutbox({ items: [item('sent', { sentAt: new Date(Date.now() - 5000).toISOString() })] }));

  expect(said()).toBe('Online. Everything is saved.');
});

test('a phone without room says so before anything else', () => {
  act(() => reportContact(false));

  act(() => changeOutbox({ full: true }));

  expect(said()).toBe('This phone is full. Free some space to keep writing.');
});
