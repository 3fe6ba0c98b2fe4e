// @vitest-environment happy-dom
import { endpointQuery, endSession, reportContact, startSession } from '@baraza/app';
import { getUser, type User } from '@baraza/contract/account/account';
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeOutbox, emptyOutbox, type OutboxItem } from '../lib/outbox/outbox.ts';
import { renderAtPortal } from '../lib/testing/render.tsx';
import Connection from './connection.tsx';

vi.mock('idb-keyval', async () => (await import('../lib/testing/device.ts')).device());

const item = (state: OutboxItem['state'], more = {}) => ({ key: state, account: 'ada', state, ...more }) as OutboxItem;
const status = () => screen.getByRole('status').textContent;

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
  changeOutbox(emptyOutbox);
  endSession('expired');
});

test('the connection strip says that everything is saved when online with nothing to send', () => {
  expect(status()).toBe('Online. Everything is saved.');
});

test('the connection strip of an offline page counts the forms waiting to be sent', () => {
  act(() => reportContact(false));
  expect(status()).toBe('Offline. You can keep writing.');

  act(() => changeOutbox({ items: [item('waiting'), item('waiting', { account: 'efua' })] }));

  expect(status()).toBe('Offline. 1 waiting to be sent');
});

test('the connection strip shows how much of the current form is sent', () => {
  act(() => changeOutbox({ items: [item('waiting')], sending: { key: 'waiting', sent: 1, total: 3 } }));

  expect([status(), screen.getByText('33%', { exact: false })]).toEqual(['Sending', expect.anything()]);
});

test.each(['refused', 'paused'] as const)('the connection strip counts a %s form as needing attention', (state) => {
  act(() => changeOutbox({ items: [item(state), item('waiting')] }));

  expect(status()).toBe('1 needs your attention');
});

test('the connection strip shows for four seconds that a form was sent', () => {
  const sent = item('sent', { sentAt: new Date().toISOString(), trackingId: 'SDP-26-7F3K92' });

  act(() => changeOutbox({ items: [sent] }));
  expect(status()).toBe('Sent. Tracking ID SDP-26-7F3K92');
  act(() => void vi.advanceTimersByTime(4000));

  expect(status()).toBe('Online. Everything is saved.');
});

test('the connection strip is silent about a sent form once the outbox has deleted it', () => {
  const sent = item('sent', { sentAt: new Date(Date.now() - 500).toISOString() });

  act(() => changeOutbox({ items: [sent] }));
  expect(status()).toBe('Sent.');
  act(() => void vi.advanceTimersByTime(3800));
  act(() => changeOutbox({ items: [] }));
  act(() => void vi.advanceTimersByTime(10_000));

  expect(status()).toBe('Online. Everything is saved.');
});

test('the connection strip does not announce a form that was sent a while ago', () => {
  act(() => changeOutbox({ items: [item('sent', { sentAt: new Date(Date.now() - 5000).toISOString() })] }));

  expect(status()).toBe('Online. Everything is saved.');
});

test.each([
  ['full', 'This phone is full. Free some space to keep writing.'],
  ['refused', 'Your browser does not let this page keep anything. Leave it open until you have submitted.'],
  [
    'lost',
    'This page lost its connection to the phone’s storage. Submit now, or copy your text and load the page again.',
  ],
] as const)('the connection strip says first why nothing is stored: %s', (problem, text) => {
  act(() => reportContact(false));

  act(() => changeOutbox({ unsaved: new Map([['draft:complaint:ada', problem]]) }));

  expect(status()).toBe(text);
});

test('the strip says that everything is saved once the server has what the device could not store', () => {
  act(() => changeOutbox({ items: [item('sent', { sentAt: '2026-01-01' })], unsaved: new Map([['sent', 'full']]) }));

  expect(status()).toBe('Online. Everything is saved.');
});
