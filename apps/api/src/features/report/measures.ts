import type { TimerKind } from '@baraza/contract/complaint/history-entry';
import type { Measures } from '@baraza/contract/mda/report';
import { hiddenRows } from './hide-small.ts';

/** What is counted of each timer: `n` and `in_time` make the percentage, `met` is what the median rests on. */
const ofTimer = { n: 0, in_time: 0, met: 0, days: null as number | null };
/** A line of a report in which nothing is counted. */
export const noCounts = {
  received: 0,
  open: 0,
  late: 0,
  resolved: 0,
  confirmed: 0,
  rejected: 0,
  withdrawn: 0,
  reopened: 0,
  ever_resolved: 0,
  answers: 0,
  mean: null as number | null,
  acknowledge: ofTimer,
  reply: ofTimer,
  resolve: ofTimer,
};

export type Counts = Readonly<typeof noCounts>;

/** Measures of the rows of one table; what rests on too few is hidden, and what would reveal it. */
export function toMeasures<T extends readonly [] | readonly Counts[]>(lines: T): { [K in keyof T]: Measures } {
  const shown = (countOf: (line: Counts) => number) => {
    const hidden = hiddenRows(lines.map(countOf));
    return <T>(index: number, value: T): T | null =>
      hidden.has(index) || countOf(lines[index] ?? noCounts) === 0 ? null : value;
  };
  const [reopens, confirms, answers] = [
    shown((line) => line.ever_resolved),
    shown((line) => line.resolved),
    shown((line) => line.answers),
  ];
  const [percents, medians] = [
    perTimer((kind) => shown((line) => line[kind].n)),
    perTimer((kind) => shown((line) => line[kind].met)),
  ];
  const rows = lines.map((line, index) => ({
    received: line.received,
    open: line.open,
    late: line.late,
    resolved: line.resolved,
    rejected: line.rejected,
    withdrawn: line.withdrawn,
    confirmedRate: confirms(index, percentOf(line.confirmed, line.resolved)),
    reopened: line.reopened,
    reopenRate: reopens(index, percentOf(line.reopened, line.ever_resolved)),
    satisfaction: { mean: answers(index, line.mean), answers: answers(index, line.answers) },
    kept: perTimer((kind) => ({
      onTime: percents[kind](index, percentOf(line[kind].in_time, line[kind].n)),
      days: medians[kind](index, line[kind].days),
    })),
  }));
  return rows as { [K in keyof T]: Measures };
}

const percentOf = (part: number, whole: number) => Math.round((part / whole) * 100);

function perTimer<T>(make: (kind: TimerKind) => T): Record<TimerKind, T> {
  return { acknowledge: make('acknowledge'), reply: make('reply'), resolve: make('resolve') };
}
