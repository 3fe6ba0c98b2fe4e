import { expect, test } from 'vitest';
import { isPromise } from '../../packages/contract/src/core/promise.ts';
import { readText } from '../testing/facts.mjs';

/** Texts of the portal and its mails; the test fails once a sentence below is reworded there. */
const texts = ['web', 'api'].map((app) => readText(`apps/${app}/src/locales/en.po`)).join('');

test.each([
  'Whoever handles it and their supervisors, while it is open. Each look is recorded.',
  'All staff of the office. Each look is recorded.',
  'Not shown to the MDA. Kept in our security records only.',
  'The office knows who you are. Often the quickest way.',
  'The staff of the office, as its rules allow. Each look is recorded.',
  'The officers of the MDA you chose, or of one that it passes the complaint on to, and the oversight office.',
  'A translation service may get them too, to put them into the reader’s language.',
  'The office reads a made-up name. We keep your real one locked.',
  'The office reads ‘Citizen 4F7K’. To open your name, two people must agree, in writing, for 24 hours.',
  'Nothing is kept: no network address, no browser name, no hidden data in your files.',
  'Nobody knows who you are. Not the office, not us.',
  'Nobody. We do not ask for it.',
  'With a receipt code alone. If you lose it, nobody can open the complaint.',
  'It proves that this was recorded before a certain time, and whether the log was rewritten since.',
  'It names only the time: not you, not the office. Whoever finds it learns that you filed something.',
  'All three are read by the same officers, with the same deadlines and the same right to answer.',
  'To be solved by {day}',
  'It decides once, and you read why. You can ask until {until}.',
  '{office} may see your name and contact data for {identityHours} hours',
  'For whoever handles it, and whoever sees your name.',
  'Locations that your phone stores in photos are removed before anyone sees them.',
  'They may show where you live or work: you can round or remove them.',
  'Complaints and feedback that you sent stay, without your name, and open ones are still worked on.',
  'It is the only key to your complaint. We show it once.',
  'The code that opens your complaint comes with the server’s answer, and is shown here.',
])('a sentence about who sees, keeps or records something is a promise: %s', (text) => {
  expect(isPromise(text)).toBe(true);
  expect(texts).toContain(text.replace(/\.$/u, ''));
});

test.each([
  'Needs an account. Your draft comes with you.',
  'In your account, with mails if you want them.',
  'Promises and deadlines stay in English until a person has checked them.',
  'Your name, for a confidential complaint (optional)',
])('another help text is not a promise: %s', (text) => {
  expect(isPromise(text)).toBe(false);
});
