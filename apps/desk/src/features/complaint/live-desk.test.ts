import { countDeskComplaints, getDeskComplaint, listDeskComplaints } from '@baraza/contract';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { endpointQuery } from '@baraza/app';
import { refreshDesk } from './live-desk.ts';

const keys = {
  list: [listDeskComplaints.path, { sort: 'due' }],
  counts: endpointQuery(countDeskComplaints).queryKey,
  one: endpointQuery(getDeskComplaint, { params: { id: '1' } }).queryKey,
  two: endpointQuery(getDeskComplaint, { params: { id: '2' } }).queryKey,
  other: ['/desk/target'],
};

function refreshed(complaints: string[]): string[] {
  const client = new QueryClient();
  for (const key of Object.values(keys)) client.setQueryData(key, {});
  refreshDesk(client, complaints);
  return Object.entries(keys).flatMap(([name, key]) => (client.getQueryState(key)?.isInvalidated ? [name] : []));
}

it('a live event refetches the complaint it names and no other', () => {
  expect(refreshed(['2'])).toEqual(['list', 'counts', 'two']);
  expect(refreshed(['3'])).toEqual(['list', 'counts']);
});

it('a live event without a complaint refetches every open complaint', () => {
  expect(refreshed([])).toEqual(['list', 'counts', 'one', 'two']);
});
