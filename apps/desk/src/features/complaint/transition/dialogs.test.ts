// @vitest-environment happy-dom
import { type DeskComplaint, unknownMda } from '@baraza/contract';
import { expect, test } from 'vitest';
import { officer } from '../../../lib/testing/render.tsx';
import { dialogOf, type OpenDialog } from './dialogs.tsx';

const health = { id: 'health', name: 'Health' };
const mdas = [health, { id: 'roads', name: 'Roads' }];

test.each<[what: string, action: OpenDialog['action'], change: object, choices: string[]]>([
  ['a transfer can be offered to any MDA but the own', 'offerTransfer', { state: 'received' }, ['Roads']],
  [
    'a complaint that two MDAs declined may stay where it is',
    'decideTransfer',
    { state: 'transfer_undecided' },
    ['Health', 'Roads'],
  ],
  ['a complaint that nobody at the MDA can see has to move', 'decideTransfer', { state: 'received' }, ['Roads']],
  [
    'a complaint without a known office can go to any MDA',
    'decideTransfer',
    { state: 'transfer_undecided', mda: { id: unknownMda, name: '' } },
    ['Health', 'Roads'],
  ],
])('%s', (_, action, change, choices) => {
  const complaint = { mda: health, ...change } as DeskComplaint;
  const nothing = {
    person: undefined,
    categories: undefined,
    jurisdictions: undefined,
    colleagues: undefined,
    units: undefined,
  };
  const { fields } = dialogOf(action, { complaint, mdas, me: officer, ...nothing });

  expect(fields[0]?.options?.map(({ label }) => label)).toEqual(choices);
});
