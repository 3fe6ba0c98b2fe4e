// @vitest-environment happy-dom
import { endpointQuery } from '@baraza/app';
import { listStaff, type Staff } from '@baraza/contract';
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderDeskHook, stubServer } from '../../lib/testing/render.tsx';
import { useSaveStaff, useStaffHelp } from './account.api.ts';

const { queryKey } = endpointQuery(listStaff);
const staff = [{ id: 'efua', first_name: 'Efua' }, { id: 'kofi' }] as Staff[];

function renderStaff() {
  const { client, result } = renderDeskHook(() => ({ save: useSaveStaff(), help: useStaffHelp() }), undefined);
  client.setQueryData(queryKey, staff);
  const isStale = () => client.getQueryState(queryKey)?.isInvalidated;
  return { client, result, isStale };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an account that was changed stands changed in the list at once', async () => {
  const sent = stubServer({ body: { id: 'efua', first_name: 'Efua Ama' } });
  const { client, result } = renderStaff();

  await act(() => result.current.save.mutateAsync({ id: 'efua', version: 2, first_name: 'Efua Ama' }));

  expect(sent[0]?.body).toEqual({ id: 'efua', version: 2, first_name: 'Efua Ama' });
  expect(client.getQueryData(queryKey)).toEqual([{ id: 'efua', first_name: 'Efua Ama' }, { id: 'kofi' }]);
});

test('a new account is sent without id and version, and the list is read anew', async () => {
  const sent = stubServer({ body: { id: 'ama' } });
  const { result, isStale } = renderStaff();

  await act(() => result.current.save.mutateAsync({ first_name: 'Ama' }));

  expect(sent[0]?.body).toEqual({ first_name: 'Ama' });
  expect(isStale()).toBe(true);
});

test('help that fails reads the list anew too: a colleague may have been faster', async () => {
  stubServer({ status: 409, body: { code: 'STATE_FORBIDS', message: 'It is confirmed.' } });
  const { result, isStale } = renderStaff();

  await act(() => expect(result.current.help.decline('efua')).rejects.toThrow('It is confirmed.'));

  expect(isStale()).toBe(true);
});
