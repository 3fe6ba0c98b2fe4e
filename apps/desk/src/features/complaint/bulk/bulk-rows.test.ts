import { expect, it } from 'vitest';
import { possibleRows } from './bulk-rows.ts';

const mda = { id: 'ours', name: 'Ours' };
const officer = { role: 'officer', mda } as const;
const row = (state: Parameters<typeof possibleRows>[0][number]['state'], at = mda) => ({ state, mda: at });

it('leaves out what nobody has started, what is closed and what is another MDA’s', () => {
  const rows = [row('received'), row('in_progress'), row('awaiting_citizen'), row('resolved')];
  expect(possibleRows(rows, 'reply', officer)).toEqual([rows[1], rows[2]]);
  expect(possibleRows(rows, 'assign', officer)).toEqual(rows.slice(0, 3));
  expect(possibleRows([row('transfer_offered', { id: 'theirs', name: 'Theirs' })], 'assign', officer)).toEqual([]);
});
