import { expect, it } from 'vitest';
import { detailWords } from './audit-detail.ts';

it('says what an entry holds in words, without ids and what is unset', () => {
  expect(detailWords({ step: 'offerTransfer' })).toEqual(['Step: Offer to another MDA']);
  expect(detailWords({ role: 'officer', mda: '6bb17e16-c183-80a8-afc5-b76672c61957', disabled: false })).toEqual([
    'Role: Officer',
    'Disabled: No',
  ]);
  expect(detailWords({ category: null, acknowledge: 2 })).toEqual(['Begin: 2']);
  expect(detailWords(null)).toEqual([]);
});

it('keeps what it has no words for', () => {
  expect(detailWords({ method: 'GET', step: 'unheard' })).toEqual(['method: GET', 'Step: unheard']);
});
