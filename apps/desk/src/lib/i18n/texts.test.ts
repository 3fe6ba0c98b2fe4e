import { ApiError } from '@baraza/contract/core/error';
import { fileMessage } from '@baraza/contract/core/file-message';
import { keepMessage } from '@baraza/contract/mda/keep-message';
import { targetOrder } from '@baraza/contract/mda/mda-desk';
import { message } from '@baraza/contract/core/message';
import { moveMessage } from '@baraza/contract/complaint/move-message';
import { placeholderUnknown } from '@baraza/contract/saved-reply/saved-reply';
import { staffMessage } from '@baraza/contract/account/staff-message';
import { describe, expect, it, vi } from 'vitest';
import { i18n } from './i18n.ts';
import { contractTexts, errorText, fileTexts, keepTexts, moveTexts, say, staffTexts } from './texts.ts';

/** Texts about what only a citizen, or a program, does. */
const notForStaff = new Set([
  'tooShort',
  'mediaTooLarge',
  'mediaType',
  'audioType',
  'tooManyFiles',
  'jurisdictionRequired',
  'jurisdictionForeign',
  'incidentDate',
  'surveyTaken',
  'keyReused',
  'unverified',
]);

/** Whether a text goes through the catalogue, and comes out to the letter. */
function isTranslated(text: string): boolean {
  const translate = vi.spyOn(i18n, '_');
  expect(say(text)).toBe(text);
  const { length } = translate.mock.calls;
  translate.mockRestore();
  return length > 0;
}

describe('the texts of the contract in the catalogue', () => {
  it('has every text a member of staff may be told, to the letter', () => {
    const expected = Object.entries(message).filter(([key]) => !notForStaff.has(key));
    const found = Object.entries(contractTexts).map(([key, descriptor]) => [key, descriptor.message]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });

  it('has every text about the accounts of staff', () => {
    const found = Object.entries(staffTexts).map(([key, descriptor]) => [key, descriptor.message]);
    expect(Object.fromEntries(found)).toEqual(staffMessage);
  });

  it.each([
    ['files', fileTexts, fileMessage],
    ['what is kept', keepTexts, keepMessage],
    ['steps', moveTexts, moveMessage],
  ])('has every text about %s', (_, texts, messages) => {
    const found = Object.entries(texts).map(([key, descriptor]) => [key, i18n._(descriptor)]);
    expect(Object.fromEntries(found)).toEqual(messages);
    for (const text of Object.values(messages)) expect(isTranslated(text)).toBe(true);
  });

  it('has the texts that schemas of the contract carry', () => {
    for (const text of [targetOrder, placeholderUnknown]) expect(isTranslated(text)).toBe(true);
    expect(isTranslated('Closed on market days')).toBe(false);
  });

  it('shows a known text through the catalogue and an unknown one as it was sent', () => {
    expect(say(message.assignOthers)).toBe('Only a supervisor can assign a complaint to someone else.');
    expect(say('Closed on market days')).toBe('Closed on market days');
  });

  it('tells what the server said, and never the words of a crash', () => {
    expect(errorText(new ApiError(409, { message: 'Closed', code: 'CONFLICT' }))).toBe('Closed');
    expect(errorText(new TypeError('x is undefined'))).toBe(message.internal);
  });
});
