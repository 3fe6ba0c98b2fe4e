// @vitest-environment happy-dom
import { endpointQuery } from '@baraza/app';
import { getCover, listColleagues, listDeskComplaints, listMdaStaff } from '@baraza/contract';
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderDeskHook, stubServer } from '../testing/render.tsx';
import { useSetLeave } from './use-leave.ts';

const lists = [listMdaStaff, listColleagues, listDeskComplaints];
const leave = { until: '2024-05-31', cover: null } as never;

function renderLeave() {
  const { client, result } = renderDeskHook(() => useSetLeave('efua'), undefined);
  for (const { path } of lists) client.setQueryData([path], []);
  const stale = () => lists.filter(({ path }) => client.getQueryState([path])?.isInvalidated);
  const cover = () => client.getQueryData(endpointQuery(getCover, { params: { id: 'efua' } }).queryKey);
  return { result, stale, cover };
}

test('a saved leave shows at once and refetches the lists of people', async () => {
  stubServer({ '*': { until: '2024-05-31' } });
  const { result, stale, cover } = renderLeave();

  await act(() => result.current(leave));

  expect(cover()).toEqual({ until: '2024-05-31' });
  expect(stale()).toEqual(lists);
});

test('a refused leave changes nothing on the screen', async () => {
  stubServer({ '*': Response.json({ code: 'VERSION_CONFLICT', message: 'It changed.' }, { status: 409 }) });
  const { result, stale, cover } = renderLeave();

  await act(() => expect(result.current(leave)).rejects.toThrow('It changed.'));

  expect([cover(), stale()]).toEqual([undefined, []]);
});
