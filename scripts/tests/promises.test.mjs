import { expect, test } from 'vitest';
import { isPromise } from '../../packages/contract/src/core/promise.ts';
import { readText } from '../testing/facts.mjs';

/** Texts of the portal and its mails; the test fails once a sentence below is reworded there. */
const texts = ['web', 'api'].map((app) => readText(`apps/${app}/src/locales/en.po`)).join('');

test.each([
  'Only the officer who handles it and their supervisors, while it is open. Every view is recorded.',
  'All staff of the office. Every view is recorded.',
  'Not shown to the MDA. Kept in our security records only.',
  'The office knows who you are. Often the quickest way.',
  'Staff of the office, as its rules allow. Every view is recorded.',
  'The officers of the MDA you chose, or of an MDA it passes the complaint to, and the oversight office.',
  'A translation service may receive them too, to translate them for the reader.',
  'The office reads a made-up name. We keep your real one locked.',
  'The office reads ‘Citizen 4F7K’. Two people must agree, in writing, to open your name for 24 hours.',
  'Nothing is kept: no network address, no browser name, no hidden data in your files.',
  'Nobody knows who you are. Not the office, not us.',
  'Nobody. We do not ask for it.',
  'Only with a receipt code. If you lose it, nobody can open the complaint.',
  'It proves that this was recorded before a certain time, and shows whether the log has been rewritten since.',
  'It names only the time: not you, not the office. Anyone who finds it learns that you filed something.',
  'The same officers read all three, with the same deadlines, and you have the same right to answer and re-open. Here is who will see what.',
  'To be solved by {day}',
  'It decides once, and you read why. You can ask until {until}.',
  '{office} may see your name and contact data for {identityHours} hours',
  'For the officer who handles it, and anyone else who sees your name.',
  'Locations that your phone stores in photos are removed before anyone sees them.',
  'They may show where you live or work: you can round or remove them.',
  'The complaints and feedback you sent stay, without your name, and offices keep working on open ones. You will not be able to read the answers. If you do not want that, withdraw them first.',
  'It is the only key to your complaint. Write it down before you leave this page.',
  'The code that opens your complaint comes with the server’s reply and is shown here. Come back to this page to see it.',
])('a sentence about who sees, keeps or records something is a promise: %s', (text) => {
  expect(isPromise(text)).toBe(true);
  expect(texts).toContain(text.replace(/\.$/u, ''));
});

test.each([
  'Needs an account. You keep your draft.',
  'In your account, with emails if you want them.',
  'Promises and deadlines are shown in English too until a person has checked their translation.',
  'Your name, for a confidential complaint (optional)',
])('another help text is not a promise: %s', (text) => {
  expect(isPromise(text)).toBe(false);
});
