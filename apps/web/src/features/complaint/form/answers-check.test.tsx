// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { AnswersCheck } from './answers-check.tsx';
import { blankComplaint } from './complaint-values.ts';
import type { ComplaintForm } from './use-complaint-form.ts';

afterEach(cleanup);

const shown = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);

const options = [
  { value: 'n', label: 'North' },
  { value: 's', label: 'South' },
];

const onChange = vi.fn<(field: string) => void>();

function check(given: Partial<typeof blankComplaint>, contact?: { contactName: string; contactPhone: string }): void {
  const values = { ...blankComplaint, title: 'No water', location: 'Mill Road', incidentDate: '2026-05-01', ...given };
  const complaint = { form: { values }, jurisdictions: { options }, media: { count: 2 }, recording: null };
  renderAtPortal(
    <AnswersCheck
      complaint={complaint as unknown as ComplaintForm}
      level="Named"
      contact={contact}
      onChange={onChange}
    />,
  );
}

test('all answers are shown before sending, including the number to call', () => {
  check({ callPhone: '+234 803 123 4567', lat: '6.60000', lon: '3.30000', accuracy: '20' });
  expect(shown()).toEqual(
    expect.arrayContaining(['No water', 'Mill Road', '2026-05-01', '2 files', 'Named', '+234 803 123 4567']),
  );
  expect(shown().join(' ')).toContain('6.6, 3.3');
});

test('the check before sending hides the number to call of a confidential complaint', () => {
  check({ callPhone: '+234 803 123 4567', identity: 'confidential' });
  expect(shown()).not.toContain('+234 803 123 4567');
});

test('the check before sending shows a guest’s name, and no row for an empty phone number', () => {
  check({}, { contactName: 'Ada', contactPhone: '' });
  expect(shown()).toContain('Ada');
  expect(screen.queryByText('Your phone number')).toBeNull();
});

test('the check before sending shows the jurisdiction once one is chosen', () => {
  check({ mdaJurisdiction: 's' });
  expect(screen.getByText('Jurisdiction').nextElementSibling?.textContent).toBe('South');
  cleanup();

  check({});
  expect(screen.queryByText('Jurisdiction')).toBeNull();
});

test('each part of the check before sending leads back to its fields', () => {
  check({});

  for (const button of screen.getAllByRole('button', { name: /^Change/u })) fireEvent.click(button);

  expect(onChange.mock.calls.flat()).toEqual(['mda', 'title', 'location', 'files', 'identity']);
});
