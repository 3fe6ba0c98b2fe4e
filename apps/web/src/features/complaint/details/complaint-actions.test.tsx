// @vitest-environment happy-dom
import { endpointQuery } from '@baraza/app';
import { type Complaint, getComplaint } from '@baraza/contract';
import { currentToasts } from '@baraza/ui/lib/toast-store';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { ComplaintActions } from './complaint-actions.tsx';

afterEach(cleanup);
vi.mock('idb-keyval', async () => (await import('../../../lib/testing/device.ts')).device());

const resolved = {
  id: '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b',
  state: 'resolved',
  status: 'Resolved',
  confirmedAt: null,
  appealUntil: '2026-06-03T09:00:00.000Z',
  cycle: 2,
  history: [],
} as unknown as Complaint;
const query = endpointQuery(getComplaint, { params: { id: resolved.id } });

function Shown(): ReactNode {
  const { data } = useQuery({ ...query, enabled: false });
  return data && <ComplaintActions complaint={data} />;
}

test('requesting a review of a resolved complaint sends it and closes the dialog', async () => {
  const client = new QueryClient();
  client.setQueryData(query.queryKey, resolved);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ...resolved, state: 'appeal', appealUntil: null })));
  renderAtPortal(<Shown />, client);
  fireEvent.click(screen.getByRole('button', { name: 'Ask for a review' }));
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'It is dark again.' } });
  fireEvent.click(screen.getByRole('button', { name: /^Submit/u }));

  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Is it solved?' })).toBeNull());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  ['opens the survey', false],
  ['opens no survey if Yes was undone', true],
])('confirming that a complaint is solved %s after ten seconds', async (_title, isUndone) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const client = new QueryClient();
  client.setQueryData(query.queryKey, resolved);
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { solved } = JSON.parse(body) as { solved: boolean };
    return Response.json({ ...resolved, confirmedAt: solved ? '2026-05-04T10:00:00.000Z' : null });
  });
  renderAtPortal(<Shown />, client);
  fireEvent.click(screen.getByRole('button', { name: /^Yes, solved/u }));
  await screen.findByText('You said that it is solved');
  await vi.advanceTimersByTimeAsync(9_000);
  expect(screen.queryByRole('dialog')).toBeNull();

  if (isUndone) {
    currentToasts().at(-1)?.action?.run();
    await screen.findByText('Is it solved?');
  }
  await vi.advanceTimersByTimeAsync(3_000);

  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'We Value Your Replies!' }) !== null).toBe(!isUndone),
  );
});

test('saying that a resolved complaint is not solved opens the dialog to re-open it', async () => {
  const client = new QueryClient();
  const mda = { id: 'w', name: 'Water Works' };
  client.setQueryData(query.queryKey, { ...resolved, mda, category: mda });
  renderAtPortal(<Shown />, client);

  fireEvent.click(screen.getByRole('button', { name: 'No, not yet' }));

  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Re-Open Ticket' })).toBeTruthy();
});
