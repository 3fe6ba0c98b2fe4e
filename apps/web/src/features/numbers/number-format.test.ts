import { underTen } from '@baraza/contract';
import { expect, test } from 'vitest';
import { countText, percent, signed } from './number-format.ts';

test('counts, shares and differences are written out, and withheld ones as a dash', () => {
  expect([null, underTen, 0, 4210].map((value) => countText(value))).toEqual(['–', 'under 10', '0', '4,210']);
  expect([null, 0, 37].map(percent)).toEqual(['–', '0%', '37%']);
  expect([null, 0, 4, -4].map(signed)).toEqual(['–', '0', '+4', '−4']);
});
