// @vitest-environment happy-dom
import { endpointQuery, endSession, startSession } from '@baraza/app';
import { getUser, type User } from '@baraza/contract/account/account';
import { countComplaints, type ComplaintCounts } from '@baraza/contract/complaint/complaint';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceStorage, draftKey, saveDraft } from '../../../lib/draft/draft-store.ts';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { WaitingForYou } from './waiting-for-you.tsx';

vi.mock('idb-keyval', async () => (await import('../../../lib/testing/device.ts')).device());

function renderWaiting(counts: Partial<ComplaintCounts>) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(endpointQuery(getUser).queryKey, { id: 'ada' } as User);
  client.setQueryData(endpointQuery(countComplaints).queryKey, counts as ComplaintCounts);
  renderAtPortal(<WaitingForYou />, client);
}

const titles = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);

beforeEach(() => startSession('token'));
afterEach(async () => {
  cleanup();
  endSession('expired');
  await deviceStorage.delete(draftKey('complaint', 'ada'));
});

test('tasks waiting for the citizen are listed most urgent first', () => {
  renderWaiting({ answersToGive: 2, updatesToRead: 1, complaintToRead: 'c1', surveysToTake: 1 });

  expect(titles()).toEqual([
    '2 questions to answerThe MDA has a question for you',
    '1 update to readSee what happened',
    '1 survey to takeAbout 1 minute',
  ]);
});

test.each([
  ['one question links to its complaint', 1, '/app/complaint/complaint-details/c1'],
  ['several questions link to the list', 2, '/app/history/Processing'],
])('the task to answer %s', (_, answersToGive, address) => {
  renderWaiting({ answersToGive, complaintToAnswer: 'c1' });

  expect(screen.getByRole('link').getAttribute('href')).toBe(address);
});

test('a draft on this device is listed among the waiting tasks', async () => {
  const content = { values: { title: 'No water' }, files: [], recording: null, submissionKey: null };
  await saveDraft(draftKey('complaint', 'ada'), content);

  renderWaiting({});

  expect(await screen.findByText('1 draft not sent')).toBeTruthy();
});

test('the list of waiting tasks is not shown if it is empty', () => {
  renderWaiting({ answersToGive: 0 });

  expect(screen.queryByText('Waiting for you')).toBeNull();
});
