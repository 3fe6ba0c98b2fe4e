import { ApiError } from '@baraza/contract/core/error';
import { fileMessage } from '@baraza/contract/core/file-message';
import { message } from '@baraza/contract/core/message';
import { quotaMessage } from '@baraza/contract/core/quota-message';
import { describe, expect, it, vi } from 'vitest';
import { i18n } from './i18n.ts';
import { contractTexts, errorText, fileTexts, quotaTexts, say } from './texts.ts';

/** Texts that only the desk, or a program, ever gets. */
const notForCitizens = new Set(['assignOthers', 'assigneeForeign', 'keyReused']);

describe('the texts of the contract in the catalogue', () => {
  it('has every text a citizen may be told, to the letter', () => {
    const expected = Object.entries(message).filter(([key]) => !notForCitizens.has(key));
    const found = Object.entries(contractTexts).map(([key, descriptor]) => [key, descriptor.message]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });

  it.each([
    ['files', fileTexts, fileMessage],
    ['what one person can send in a day', quotaTexts, quotaMessage],
  ])('has every text about %s', (_, texts, messages) => {
    const found = Object.entries(texts).map(([key, descriptor]) => [key, descriptor.message]);
    expect(Object.fromEntries(found)).toEqual(messages);
    const translate = vi.spyOn(i18n, '_');
    for (const text of Object.values(messages)) say(text);
    expect(translate).toHaveBeenCalledTimes(Object.keys(messages).length);
    translate.mockRestore();
  });

  it('shows a known text through the catalogue and an unknown one as it was sent', () => {
    expect(say(message.tooShort)).toBe('Input too short');
    expect(say('Closed on market days')).toBe('Closed on market days');
  });

  it('tells what the server said, and never the words of a crash', () => {
    expect(errorText(new ApiError(409, { message: 'Closed', code: 'CONFLICT' }))).toBe('Closed');
    expect(errorText(new TypeError('x is undefined'))).toBe(message.internal);
  });
});
