import type { Measures } from '@baraza/contract';

const unknown = { onTime: null, days: null };

/** Measures of an MDA with too few complaints for shares and times. */
export const fewMeasures: Measures = {
  received: 2,
  open: 1,
  late: 0,
  resolved: 1,
  rejected: 0,
  withdrawn: 0,
  reopened: 0,
  confirmed: null,
  reopenRate: null,
  satisfaction: { mean: null, answers: null },
  kept: { acknowledge: unknown, reply: unknown, resolve: unknown },
};
