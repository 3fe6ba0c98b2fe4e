// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../../lib/testing/render.tsx';
import MdaDetailsPage from './mda-details-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function openPage(status: number, body: unknown) {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
  renderAtPortal(<MdaDetailsPage />, new QueryClient({ defaultOptions: { queries: { retry: false } } }));
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const isLoading = () => screen.queryByText('Loading') !== null;

test('the report of an MDA shows its name and its numbers', async () => {
  const totals = { totalReports: 1234, resolvedReports: 34, unResolvedReports: 1200 };
  openPage(200, { mda: { id: 'm', name: 'Water Works' }, year: 2024, ...totals, monthlyComplaints: [] });
  expect([heading(), isLoading()]).toEqual(['Monthly Report', true]);

  await screen.findByText('1,234');

  expect(heading()).toBe('Water Works');
  for (const count of ['34', '1,200']) expect(screen.getByText(count)).toBeTruthy();
  expect(screen.queryByText('The report could not be loaded.')).toBeNull();
});

test('a report that fails to load shows an error in its place', async () => {
  openPage(403, { code: 'FORBIDDEN', message: 'No.' });

  expect(await screen.findByText('The report could not be loaded.')).toBeTruthy();
  expect([heading(), isLoading()]).toEqual(['Monthly Report', false]);
});
