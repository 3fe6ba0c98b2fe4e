import { actions } from '@baraza/contract';
import { expect, it } from 'vitest';
import { actionWord } from '../../../lib/format/action-word.ts';
import { actionText } from './action-words.ts';

it('every action of the state machine, and filing, has a text', () => {
  for (const action of actions) expect(actionWord(action)).not.toBe(action);
  for (const action of ['submit', ...actions] as const)
    expect(actionText({ action, text: 'x', by: 'officer' })).not.toBe('');
  expect(actionText({ action: 'assign', text: 'Kwame Mensah', by: 'officer' })).toBe('assigned it to Kwame Mensah');
  expect(actionText({ action: 'assign', text: null, by: 'officer' })).toBe('unassigned it');
  expect(actionText({ action: 'recuse', text: 'Kwame Mensah', by: 'officer' })).toBe('recused Kwame Mensah');
  expect(actionText({ action: 'recuse', text: 'Kwame Mensah', by: 'system' })).toBe(
    'recused Kwame Mensah: mentioned in the complaint',
  );
  expect(actionText({ action: 'recuse', text: null, by: 'system' })).toBe('recused somebody');
});
