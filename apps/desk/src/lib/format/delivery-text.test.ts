import { expect, test } from 'vitest';
import { deliveryText, reachText } from './delivery-text.ts';

test.each([
  ['mail', 'queued', 'Email waits to be sent'],
  ['phone', 'sent', 'SMS sent'],
  ['phone', 'delivered', 'SMS delivered'],
  ['phone', 'failed', 'SMS failed (expired)'],
  ['whatsapp', 'queued', 'WhatsApp message waits to be sent'],
  ['whatsapp', 'sent', 'WhatsApp message sent'],
  ['whatsapp', 'delivered', 'WhatsApp message delivered'],
  ['whatsapp', 'read', 'WhatsApp message read'],
  ['whatsapp', 'failed', 'WhatsApp message failed (expired)'],
] as const)('a message by %s that is %s reads “%s”', (by, state, text) => {
  expect(deliveryText({ by, state, why: state === 'failed' ? 'expired' : null, steps: [], at: '' })).toBe(text);
});

test('an officer reads before writing how the citizen is told', () => {
  const citizen = { mailRefused: false, sms: null } as Parameters<typeof reachText>[0];

  expect(reachText({ ...citizen, reach: 'mail' })).toBe('They get it by email.');
  expect(reachText({ ...citizen, reach: 'mail', mailRefused: true })).toContain('come back');
  expect(reachText({ ...citizen, reach: 'phone', sms: 'New reply' })).toContain('an SMS of 1 part that');
  expect(reachText({ ...citizen, reach: 'phone', sms: 'ọ'.repeat(71) })).toContain('an SMS of 2 parts that');
  expect(reachText({ ...citizen, reach: 'stopped' })).toContain('ended messages');
  expect(reachText({ ...citizen, reach: 'whatsapp' })).toContain('a WhatsApp message');
  for (const [reach, then] of [
    ['whatsappTemplate', 'approved message'],
    ['whatsappSms', 'SMS'],
    ['whatsappOver', 'no message'],
  ] as const)
    expect(reachText({ ...citizen, reach })).toMatch(new RegExp(`24 hours on WhatsApp are over.*${then}`, 'u'));
  expect(reachText({ ...citizen, reach: 'portal' })).toContain('no message');
});
