// @vitest-environment happy-dom
import type { Measures, Report } from '@baraza/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fewMeasures } from '../../lib/testing/measures.ts';
import { field, fill, press } from '../../lib/testing/press.ts';
import { officer, refusal, renderAtDesk, stubServer } from '../../lib/testing/render.tsx';
import ReportView from './report-page.tsx';

const total: Measures = { ...fewMeasures, received: 40, open: 7, late: 2, resolved: 30, rejected: 3 };
const report: Report = {
  from: '2026-01-01',
  to: '2026-06-30',
  mda: null,
  total,
  yearBefore: { from: '2025-01-01', to: '2025-06-30', total: { ...total, received: 11 } },
  areas: [],
  sources: [],
  targets: { acknowledge: 2, reply: 5, resolve: 20 },
  backlog: null,
  months: [],
  categories: [],
  officers: [],
  units: [],
};
const water = { id: 'water', name: 'Water' };
const get = 'GET /api/desk/report';

/** Opens the report at an address, with these responses. */
function openAt(search: string, answers: Record<string, unknown> = {}, role: typeof officer.role = 'oversight') {
  window.history.replaceState(null, '', `${import.meta.env.BASE_URL}report${search}`);
  const server = stubServer({ [get]: report, 'GET /api/mda': [water], ...answers });
  renderAtDesk(<ReportView />, { ...officer, role });
  return server;
}

test('withheld figures have no card, and only the report of one MDA lists officers', async () => {
  openAt('');
  expect(await screen.findByText('Open and late')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('All MDAs, 2026-01-01 – 2026-06-30');
  expect(screen.queryByText(/^(Satisfaction out of 5|Re-opened after|Confirmed as solved, of)/u)).toBeNull();
  expect(screen.getByText('A year before: 11')).toBeTruthy();
  expect(screen.queryByText(/^By officer/u)).toBeNull();
  cleanup();

  openAt('', { [get]: { ...report, mda: water, total: { ...total, reopenRate: 10 } } });

  expect(await screen.findByText(/^By officer/u)).toBeTruthy();
  expect(screen.getByText('Re-opened after being resolved')).toBeTruthy();
});

test('report filters go to the request and the address, without empty ones', async () => {
  const { requested } = openAt('?from=2026-02-01');
  await waitFor(() => expect([field('From').value, field('To').value]).toEqual(['2026-02-01', '2026-06-30']));
  expect([field('From').max, field('To').min]).toEqual(['2026-06-30', '2026-02-01']);
  await screen.findByRole('option', { name: 'Water' });
  fill('From', '');
  fill('MDA', 'water');

  await press(/^Show/u);

  await waitFor(() => expect(window.location.search).toBe('?to=2026-06-30&mda=water'));
  await waitFor(() => expect(requested.at(-1)).toBe('/api/desk/report?to=2026-06-30&mda=water'));
});

test('a supervisor cannot choose another MDA in the report', async () => {
  const { requested } = openAt('', {}, 'supervisor');
  await screen.findByText('Open and late');

  expect(screen.queryByLabelText('MDA')).toBeNull();
  expect(requested).not.toContain('/api/mda');
});

test('a refused report period is reported at its field, which keeps its value', async () => {
  const fields = { to: 'The last day must not be before the first.' };
  openAt('?from=2026-05-01&to=2026-01-01', { [get]: refusal(400, 'Invalid input.', { fields }) });

  expect(await screen.findByText('The report could not be prepared.')).toBeTruthy();
  expect(screen.getByText(/The last day must not be before the first\./u)).toBeTruthy();
  expect([field('To').value, field('To').getAttribute('aria-invalid')]).toEqual(['2026-01-01', 'true']);
  expect(field('From').hasAttribute('aria-invalid')).toBe(false);
});

test('a report export uses the filters of the address, not unsent ones', async () => {
  const { requested } = openAt('?mda=water', { 'GET /api/desk/report/export': refusal(503, 'Try again later.') });
  await screen.findByText('Open and late');
  fill('From', '2026-03-01');

  await press(/Export as CSV/u);

  await waitFor(() => expect(requested.at(-1)).toBe('/api/desk/report/export?mda=water'));
});
