import { expect, it } from 'vitest';
import { detailWords } from './audit-detail.ts';

const wordsOf = (detail: Parameters<typeof detailWords>[0]) =>
  detailWords(detail).map(({ name, value }) => `${name}: ${value}`);

it('audit details are worded, without ids and unset values', () => {
  expect(wordsOf({ step: 'offerTransfer' })).toEqual(['Step: Offer to another MDA']);
  expect(wordsOf({ role: 'officer', mda: '6bb17e16-c183-80a8-afc5-b76672c61957', disabled: false })).toEqual([
    'Role: Officer',
    'Disabled: No',
  ]);
  expect(wordsOf({ category: null, acknowledge: 2 })).toEqual(['Start: 2']);
  expect(wordsOf({ shown: 'SDP-26-7F3K92, SDP-26-8G4M23' })).toEqual(['Shown: SDP-26-7F3K92, SDP-26-8G4M23']);
  expect(wordsOf({ identityAccess: 'assigned → two-person' })).toEqual([
    'Access to names: Assignee and supervisors, while the complaint is open → Nobody, until a second person approves',
  ]);
  expect(wordsOf({ background: true })).toEqual(['Refreshed automatically: Yes']);
  const id = '6bb17e16-c183-80a8-afc5-b76672c61957';
  expect(wordsOf({ complaints: 2, ids: `${id}, ${id}` })).toEqual(['Complaints: 2']);
  expect(wordsOf(null)).toEqual([]);
});

it('audit details without a translation are shown as they are', () => {
  expect(wordsOf({ method: 'GET', step: 'unheard' })).toEqual(['method: GET', 'Step: unheard']);
});
