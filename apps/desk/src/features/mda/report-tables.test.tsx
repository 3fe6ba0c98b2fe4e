// @vitest-environment happy-dom
import type { Measures } from '@baraza/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fewMeasures as few } from '../../lib/testing/measures.ts';
import { renderAtDesk } from '../../lib/testing/render.tsx';
import { MeasureTable } from './report-tables.tsx';

const enough: Measures = { ...few, received: 40, kept: { ...few.kept, resolve: { onTime: 75, days: 4 } } };

test('rows of a report with too few complaints for figures are summed up in one line', () => {
  const rows = [
    { id: 'a', name: 'Water', measures: enough },
    { id: 'b', name: 'Roads', measures: few },
    { id: 'c', name: 'Light', measures: few },
  ];
  renderAtDesk(
    <MeasureTable caption="By category" name="Category" rows={rows} behind={(category) => ({ category })} />,
  );

  expect(screen.getByRole('table').textContent).toContain('75%');
  expect(screen.getByRole('link', { name: 'Water, Received: 40' }).getAttribute('href')).toContain(
    '/complaint/received?category=a',
  );
  expect(screen.queryByText('Roads')).toBeNull();
  expect(screen.getByText(/2 more rows with too few complaints.*in total: 4\./u)).toBeTruthy();
});
