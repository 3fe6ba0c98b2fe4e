import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { faultOf } from './plain-page.ts';

test('a page without scripts explains refusals, but no faults of the server', () => {
  const refusal = new AppError('NOT_FOUND', 'No complaint has this code.');
  const fault = new Error('relation "complaint" does not exist');

  expect(faultOf(refusal)).toBe(refusal);
  expect(() => faultOf(fault)).toThrow(fault);
});
