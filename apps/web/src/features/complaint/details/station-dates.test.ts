import type { Complaint } from '@baraza/contract';
import { expect, it } from 'vitest';
import { stationDates } from './station-dates.ts';

type Entry = Complaint['history'][number];
const entry = (action: Entry['action'], cycle: number, at: string) => ({ action, cycle, at }) as Entry;

it('the progress of a complaint shows dates of the current cycle only', () => {
  const history = [
    entry('submit', 1, '2024-05-02'),
    entry('start', 1, '2024-05-03'),
    entry('resolve', 1, '2024-05-06'),
    entry('reopen', 2, '2024-05-08'),
  ];
  expect(stationDates({ cycle: 1, history: history.slice(0, 3) })).toEqual({
    pending: '2024-05-02',
    processing: '2024-05-03',
    resolved: '2024-05-06',
  });
  expect(stationDates({ cycle: 2, history })).toEqual({ pending: '2024-05-08' });
});

it('a step of a complaint’s progress whose date is unknown shows none', () => {
  expect(stationDates({ cycle: 1, history: [entry('reply', 1, '2024-05-03')] })).toEqual({});
  const withdrawn = [entry('submit', 1, '2024-05-02'), entry('withdraw', 1, '2024-05-04')];
  expect(stationDates({ cycle: 1, history: withdrawn })).toEqual({ pending: '2024-05-02', canceled: '2024-05-04' });
});
