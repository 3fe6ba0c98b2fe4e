import { ApiError } from '@baraza/contract/error';
import { message } from '@baraza/contract/message';
import { staffMessage } from '@baraza/contract/staff-message';
import { describe, expect, it } from 'vitest';
import { contractTexts, errorText, say, staffTexts } from './texts.ts';

/** Texts about what only a citizen, or a program, does. */
const notForStaff = new Set([
  'photoTooLarge',
  'tooShort',
  'mediaTooLarge',
  'mediaType',
  'audioType',
  'photoType',
  'tooManyFiles',
  'jurisdictionRequired',
  'jurisdictionForeign',
  'incidentDate',
  'surveyTaken',
  'keyReused',
  'unverified',
]);

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

  it('shows a known text through the catalogue and an unknown one as it was sent', () => {
    expect(say(message.assignOthers)).toBe('Only a supervisor can assign a complaint to someone else.');
    expect(say('Closed on market days')).toBe('Closed on market days');
  });

  it('tells what the server said, and never the words of a crash', () => {
    expect(errorText(new ApiError(409, { message: 'Closed', code: 'CONFLICT' }))).toBe('Closed');
    expect(errorText(new TypeError('x is undefined'))).toBe(message.internal);
  });
});
