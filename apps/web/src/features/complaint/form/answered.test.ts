import { expect, it } from 'vitest';
import { isAnswered } from './answered.ts';
import { blankComplaint } from './complaint-values.ts';

const days = { min: '2023-11-08', max: '2024-05-08' };
const answered = (values: Partial<typeof blankComplaint>, recording: object | null = null) =>
  (Object.keys(values) as (keyof typeof values)[]).every((name) =>
    isAnswered({ ...blankComplaint, ...values }, name, { days, recording }),
  );

it('ticks what the server would take', () => {
  expect(answered({ title: 'No water', description: '<p>None</p>', location: 'Here' })).toBe(true);
  expect(answered({ incidentDate: '2024-05-08' })).toBe(true);
});

it('ticks a title and a description that the recording stands for, but none that the server would refuse', () => {
  expect(answered({ title: '', description: '<p></p>' }, {})).toBe(true);
  expect(answered({ title: 'Tap' }, {})).toBe(false);
});

it.each([
  { incidentDate: '2024-05-09' },
  { incidentDate: '2023-11-07' },
  { incidentDate: '20240' },
  { title: 'Tap' },
  { title: '     ' },
  { description: '<p>&nbsp;</p>' },
  { location: ' ' },
  { category: '' },
  { title: '' },
  { mdaJurisdiction: '' },
])('leaves %o open', (values) => {
  expect(answered(values)).toBe(false);
});
