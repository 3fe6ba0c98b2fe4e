// @vitest-environment happy-dom
import type { Complaint } from '@baraza/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { ComplaintHistory } from './complaint-history.tsx';

afterEach(cleanup);

test('the history shows the old and new category of a correction, and "none" before a first jurisdiction', () => {
  const changes = [
    { field: 'category', from: 'Billing/Payment', to: 'Poor Service' },
    { field: 'jurisdiction', from: null, to: 'North' },
  ];
  const step = { id: '2', at: '2026-05-04T09:00:00Z', action: 'categorise', by: 'officer', actor: null, changes };
  const entry = { ...step, text: null, reason: null };
  const complaint = { mda: { name: 'Water Works' }, history: [entry] } as unknown as Complaint;

  renderAtPortal(<ComplaintHistory complaint={complaint} />);

  expect(screen.getByText(/changed the category from Billing\/Payment to Poor Service/u)).toBeTruthy();
  expect(screen.getByText(/changed the jurisdiction from none to North/u)).toBeTruthy();
});

test.each([
  ['discloseIdentity', /^Passport Office may see your name/u],
  ['offerTransfer', /asked Passport Office to take it over$/u],
])('the history does not repeat a name that is part of the step’s sentence: %s', (action, sentence) => {
  const step = { id: '2', at: '2026-05-04T09:00:00Z', action, by: 'officer', actor: null };
  const entry = { ...step, text: 'Passport Office', reason: 'Only they have the key.' };
  const complaint = { mda: { name: 'Water Works' }, history: [entry] } as unknown as Complaint;

  renderAtPortal(<ComplaintHistory complaint={complaint} />);

  expect(screen.getAllByText(/Passport Office/u).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(sentence),
  ]);
  expect(screen.getByText('Only they have the key.')).toBeTruthy();
});
