import { ApiError } from '@baraza/contract/error';
import { expect, it } from 'vitest';
import { isDefinite } from './is-definite.ts';

const refused = (status: number) => new ApiError(status, { message: 'x', code: 'X' });

it.each([0, 401, 408, 429, 500, 502, 503])('after status %i the next try is still the same complaint', (status) => {
  expect(isDefinite(refused(status))).toBe(false);
});

it.each([400, 403, 404, 409, 413, 415])('after status %i it is a new one', (status) => {
  expect(isDefinite(refused(status))).toBe(true);
});

it('nothing is known of what is no answer of the server', () => {
  expect(isDefinite(new TypeError('network'))).toBe(false);
});
