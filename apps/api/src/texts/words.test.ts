import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { inEnglish, phrase, speakerOf } from './words.ts';

vi.mock('node:fs/promises', { spy: true });

const question = phrase('{mda} needs your answer about "{complaint}".', {
  mda: 'Water Works',
  complaint: 'No {water}',
});
const moved = phrase('{mda} has taken over "{complaint}". The day by which it is due stays the same.', { mda: 'A' });

it('a draft translation of a mail is used, with its values unchanged', async () => {
  const say = await speakerOf('fr');
  expect(say(question)).toBe('Water Works a besoin de votre réponse au sujet de «\u00a0No {water}\u00a0».');
  expect(say([phrase('Hello,'), 'as it is', 1])).toBe('Bonjour,\nas it is\n1');
});

it('a promise that nobody has reviewed is sent in English, with the marked draft below it or, in short messages, alone', async () => {
  const [english, draft] = (await speakerOf('fr'))(moved).split('\u2069\n');
  expect(english).toBe(`\u2066${inEnglish(moved)}`);
  expect(draft).toMatch(/^\(\S.*\) A /u);
  expect((await speakerOf('fr', undefined, { isShort: true }))(moved)).toBe(inEnglish(moved));
});

it('unknown texts of mails stay in English', async () => {
  const say = await speakerOf('fr');
  expect(say(phrase('Not in the catalogue {n}', { n: 1 }))).toBe('Not in the catalogue 1');
});

it('in Arabic mails, English texts and values keep their direction, and addresses stay unmarked', async () => {
  const say = await speakerOf('ar');
  expect(say(question)).toContain('\u2068Water Works\u2069');
  expect(say(phrase('English {n}', { n: 'x' }))).toBe('\u2066English \u2068x\u2069\u2069');
  expect(say(phrase('Read it here: {link}', { link: 'https://a.example/b' }))).toMatch(/ https:\/\/a\.example\/b$/u);
});

it('a catalogue of texts is read again after a failed read', async () => {
  vi.mocked(readFile).mockRejectedValueOnce(new Error('Too many open files'));
  await expect(speakerOf('ha')).rejects.toThrow('Too many open files');
  expect((await speakerOf('ha'))(question)).not.toBe(inEnglish(question));
});
