// @vitest-environment happy-dom
import { endSession, startSession } from '@baraza/app';
import { listGuestChoices } from '@baraza/contract/guest/guest-choices';
import { listMdas } from '@baraza/contract/mda/mda';
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPortalHook } from '../../lib/testing/render.tsx';
import { useComplaintCategories, useJurisdictionChoices, useMdaChoices } from './complaint.api.ts';

const guestChoices = {
  categories: [{ id: 'poor', name: 'Poor Service' }],
  mdas: [
    { id: 'roads', name: 'Roads', jurisdictions: [{ id: 'north', name: 'North' }] },
    { id: 'water', name: 'Water', jurisdictions: [] },
  ],
};
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json(url.endsWith(listGuestChoices.path) ? guestChoices : [{ id: 'own' }]);
  });
});
afterEach(() => {
  cleanup();
  endSession('expired');
  vi.unstubAllGlobals();
});

const renderChoices = (mda: string | null) =>
  renderPortalHook(
    () => ({ mdas: useMdaChoices(), categories: useComplaintCategories(), jurisdictions: useJurisdictionChoices(mda) }),
    undefined,
  ).result;

test('a guest loads all choices of the complaint form with one call', async () => {
  const result = renderChoices('roads');

  await waitFor(() =>
    expect(result.current.jurisdictions.data).toEqual([{ id: 'north', jurisdiction: { name: 'North' } }]),
  );
  expect(result.current.mdas.data?.map(({ id, isJurisdictionAllowed }) => [id, isJurisdictionAllowed])).toEqual([
    ['roads', 1],
    ['water', 0],
  ]);
  expect(result.current.categories.data).toEqual(guestChoices.categories);
  expect(asked).toHaveLength(1);
});

test('a signed-in citizen loads the choices of the complaint form from the account endpoints', async () => {
  startSession('token');
  const result = renderChoices(null);

  await waitFor(() => expect(result.current.mdas.data).toEqual([{ id: 'own' }]));
  expect(asked.some((url) => url.endsWith(listMdas.path))).toBe(true);
  expect(asked.some((url) => url.endsWith(listGuestChoices.path))).toBe(false);
});
