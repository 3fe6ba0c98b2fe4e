import { actions, transitionOf } from '@baraza/contract/complaint/lifecycle';
import { expect, test } from 'vitest';
import { inEnglish } from '../../texts/words.ts';
import { portalLink } from '../../mail/portal-link.ts';
import { receiptOf } from '../complaint/submit/receipt-mail.ts';
import { updateOf } from './updates.ts';

const step = {
  mdaName: 'Water Works',
  title: 'No water',
  trackingId: 'SDP-26-7F3K92',
  words: ['Because.', null, 'Come on Monday.'],
  link: portalLink('https://complaints.example', 'the-id'),
};

test('the mail about a step contains the event, its words, the tracking ID and a link', () => {
  const news = updateOf({ ...step, action: 'reply' });
  expect(inEnglish(news?.title ?? '')).toBe('New reply');
  expect(inEnglish(news?.body ?? '')).toBe('Water Works answered: "No water"');
  expect(inEnglish(news?.mail.subject ?? '')).toBe('New reply (SDP-26-7F3K92)');
  expect(inEnglish(news?.mail.text ?? '').split('\n')).toEqual([
    'Water Works answered: "No water"',
    'Because.',
    'Come on Monday.',
    'Tracking ID: SDP-26-7F3K92',
    'Read it here: https://complaints.example/app/complaint/complaint-details/the-id',
  ]);
});

test.each(actions)('the step %s notifies the citizen if and only if it is a public one by staff', (action) => {
  const { visibility, by, quiet } = transitionOf(action);
  const isUpdate = visibility === 'public' && !by.includes('citizen') && !quiet;
  expect(updateOf({ ...step, action }) !== undefined).toBe(isUpdate);
});

test('the mailed receipt names the complaint and where to follow it', () => {
  const { subject, text } = receiptOf({ ...step, verifyLink: 'https://complaints.example/verify' });
  expect(inEnglish(subject)).toContain('SDP-26-7F3K92');
  for (const part of ['No water', 'Water Works', 'SDP-26-7F3K92', step.link]) expect(inEnglish(text)).toContain(part);
});
