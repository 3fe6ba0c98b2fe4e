import { expect, test } from 'vitest';
import { deliveryText, reachText } from './delivery-text.ts';

test.each([
  ['mail', 'queued', 'Email waits to be sent'],
  ['phone', 'sent', 'SMS sent'],
  ['phone', 'delivered', 'SMS delivered'],
  ['phone', 'failed', 'SMS failed (expired)'],
] as const)('a message by %s that is %s reads “%s”', (by, state, text) => {
  expect(deliveryText({ by, state, why: state === 'failed' ? 'expired' : null, steps: [], at: '' })).toBe(text);
});

test('an officer reads before writing how the citizen is told', () => {
  const citizen = { mailRefused: false } as Parameters<typeof reachText>[0];

  expect(reachText({ ...citizen, reach: 'mail' })).toBe('They get it by email.');
  expect(reachText({ ...citizen, reach: 'mail', mailRefused: true })).toContain('come back');
  expect(reachText({ ...citizen, reach: 'phone' })).toContain('SMS');
  expect(reachText({ ...citizen, reach: 'stopped' })).toContain('ended messages');
  expect(reachText({ ...citizen, reach: 'portal' })).toContain('no message');
});
