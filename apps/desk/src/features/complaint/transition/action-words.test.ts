import { ApiError, actions, message } from '@baraza/contract';
import { describe, expect, it } from 'vitest';
import { actionWord } from '../../../lib/format/action-word.ts';
import { actionText, refusalText } from './action-words.ts';

const refused = (code: string, allowed?: string[]) =>
  new ApiError(409, { message: message.stateForbids, code, allowed });

describe('why an action was refused', () => {
  it('says what the state allows instead', () => {
    expect(refusalText(refused('STATE_FORBIDS', ['reply', 'note']))).toBe(
      `${message.stateForbids} These can be done now: Reply, Internal note`,
    );
    expect(refusalText(refused('STATE_FORBIDS', ['note']))).toBe(
      `${message.stateForbids} This can be done now: Internal note`,
    );
  });
  it('shows an action it does not know by its name, so that nothing is kept back', () => {
    expect(refusalText(refused('STATE_FORBIDS', ['transfer']))).toContain('transfer');
  });
  it('says the server’s words alone where there is nothing to add', () => {
    expect(refusalText(refused('STATE_FORBIDS', []))).toBe(message.stateForbids);
    expect(refusalText(refused('VERSION_CONFLICT', ['note']))).toBe(message.stateForbids);
    expect(refusalText(new TypeError('boom'))).toBe(message.internal);
  });
});

it('has words for every action of the state machine, and for filing', () => {
  for (const action of actions) expect(actionWord(action)).not.toBe(action);
  for (const action of ['submit', ...actions] as const)
    expect(actionText({ action, text: 'x', by: 'officer' })).not.toBe('');
  expect(actionText({ action: 'assign', text: 'Kwame Mensah', by: 'officer' })).toBe('assigned it to Kwame Mensah');
  expect(actionText({ action: 'assign', text: null, by: 'officer' })).toBe('assigned it to nobody');
  expect(actionText({ action: 'recuse', text: 'Kwame Mensah', by: 'officer' })).toBe('recused Kwame Mensah');
  expect(actionText({ action: 'recuse', text: 'Kwame Mensah', by: 'system' })).toBe(
    'recused Kwame Mensah: mentioned in the complaint',
  );
  expect(actionText({ action: 'recuse', text: null, by: 'system' })).toBe('recused somebody');
});
