// @vitest-environment happy-dom
import { type DeskComplaint, unknownMda } from '@baraza/contract';
import { expect, test } from 'vitest';
import { officer } from '../../../lib/testing/render.tsx';
import { dialogOf, type OpenDialog } from './dialogs.tsx';

const health = { id: 'health', name: 'Health' };
const mdas = [health, { id: 'roads', name: 'Roads' }];

test.each<[what: string, action: OpenDialog['action'], change: object, choices: string[]]>([
  ['an offer goes to another MDA', 'offerTransfer', { state: 'received' }, ['Roads']],
  ['what two MDAs declined may stay', 'decideTransfer', { state: 'transfer_undecided' }, ['Health', 'Roads']],
  ['what nobody at the MDA can see has to move', 'decideTransfer', { state: 'received' }, ['Roads']],
  [
    'what nobody knew an office for goes to any',
    'decideTransfer',
    { state: 'transfer_undecided', mda: { id: unknownMda, name: '' } },
    ['Health', 'Roads'],
  ],
])('%s', (_, action, change, choices) => {
  const complaint = { mda: health, ...change } as DeskComplaint;
  const nothing = { person: undefined, categories: undefined, jurisdictions: undefined, colleagues: undefined };
  const { fields } = dialogOf(action, { complaint, mdas, me: officer, ...nothing });

  expect(fields[0]?.options?.map(({ label }) => label)).toEqual(choices);
});
