// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAtDesk } from '../../../lib/testing/render.tsx';
import { HandToField } from './hand-to-field.tsx';

const leave = { until: '2026-12-05', deputy: null };
const colleagues = [
  { id: 'ben', name: 'Ben Obi', role: 'officer' as const, leave: null, walls: null },
  { id: 'ife', name: 'Ife Eze', role: 'officer' as const, leave, walls: null },
];

test('the hand-over field counts open complaints and marks colleagues who are away', () => {
  renderAtDesk(
    <HandToField
      cover={{ leave: null, standsInFor: [], openComplaints: 3, colleagues }}
      value=""
      onChange={() => undefined}
    />,
  );

  expect(screen.getByLabelText(/Their 3 open complaints go to/u)).toBeTruthy();
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options).toEqual(['Unassigned', 'Ben Obi', 'Ife Eze (Away until 2026-12-05, nobody stands in)']);
});

test('staff without open complaints get no hand-over field', () => {
  renderAtDesk(
    <HandToField
      cover={{ leave: null, standsInFor: [], openComplaints: 0, colleagues }}
      value=""
      onChange={() => undefined}
    />,
  );

  expect(screen.queryByRole('combobox')).toBeNull();
});
