import { expect, test } from 'vitest';
import { inputFor, missingFor, planBulk, stepsTo } from './bulk-plan.ts';

type Row = Parameters<typeof stepsTo>[1];

const mda = { id: 'ours', name: 'Ours' };
const theirs = { id: 'theirs', name: 'Theirs' };
const officer = { id: 'me', role: 'officer', mda } as const;
const row = (id: string, state: Row['state'], more: Partial<Row> = {}): Row => ({
  id,
  state,
  mda,
  assignee: null,
  category: { id: 'others', name: 'Others' },
  ...more,
});

const rows = [
  row('new', 'received'),
  row('going', 'in_progress', { assignee: { id: 'efua', name: 'Efua' } }),
  row('asked', 'awaiting_citizen', { assignee: { id: 'me', name: 'Me' } }),
  row('given', 'transfer_offered'),
  row('ended', 'resolved'),
  row('coming', 'transfer_offered', { mda: theirs }),
];

/** Returns the ids included, and those left out by reason. */
function planned(...[action, values = {}]: [Parameters<typeof planBulk>[1], Parameters<typeof planBulk>[2]?]) {
  const { included, leftOut } = planBulk(rows, action, values, officer);
  const reasons = [...leftOut].map(([reason, out]) => [reason, out.map(({ id }) => id).join(' ')]);
  return { included: included.map(({ id }) => id).join(' '), ...Object.fromEntries(reasons) } as object;
}

const closed = { transfer: 'given', closed: 'ended', offered: 'coming' };

test('a bulk reply includes the reader’s open complaints and lists the others by reason', () => {
  expect(planned('reply')).toEqual({ included: 'new going asked', ...closed });
  expect(planned('resolve')).toEqual({ included: 'new going asked', ...closed });
});

test('a bulk start includes only unstarted complaints', () => {
  expect(planned('start')).toEqual({ included: 'new', started: 'going asked', ...closed });
});

test('an unstarted complaint is started before it is replied to in bulk', () => {
  expect(stepsTo('resolve', rows[0]!, officer)).toEqual(['start', 'resolve']);
  expect(stepsTo('resolve', rows[1]!, officer)).toEqual(['resolve']);
  expect(stepsTo('merge', rows[0]!, officer)).toEqual(['merge']);
});

test('a bulk assignment leaves out complaints already assigned that way or to a colleague', () => {
  expect(planned('assign', { assignee: 'me' })).toMatchObject({ included: 'new going given', unchanged: 'asked' });
  expect(planned('assign', { assignee: null })).toMatchObject({
    included: 'asked',
    colleague: 'going',
    unchanged: 'new given',
  });
});

test('a bulk merge leaves out the complaint that becomes the parent', () => {
  expect(planned('merge', { parent: 'going' })).toMatchObject({ included: 'new asked', parent: 'going' });
});

test('a bulk change of category leaves out complaints that already have it', () => {
  expect(planned('categorise', { category: 'others' })).toMatchObject({
    included: '',
    unchanged: 'new going asked given',
  });
});

test('a bulk action lists its missing values and sends only its own', () => {
  const values = { text: 'It is mended.', outcome: 'solved' } as const;

  expect(missingFor('offerTransfer', values)).toEqual(['reason', 'mda']);
  expect(missingFor('assign', { assignee: null })).toEqual([]);
  expect(inputFor('reply', values)).toEqual({ action: 'reply', text: 'It is mended.' });
});
