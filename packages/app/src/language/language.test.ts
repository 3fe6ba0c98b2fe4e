// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { showLanguage } from './language.ts';

afterEach(() => {
  document.body.replaceChildren();
  showLanguage('en');
});

test('showing a language sets the language and direction of the page', () => {
  showLanguage('ar', {});
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
  showLanguage('fr', {});
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['fr', 'ltr']);
});

test('a draft below its English is not marked as English', async () => {
  showLanguage('fr', {});
  const paragraph = document.body.appendChild(document.createElement('p'));
  paragraph.textContent = '\u2066English\u2069\n(brouillon) Texte';
  await expect.poll(() => paragraph.hasAttribute('data-draft')).toBe(true);
  expect(paragraph.lang).toBe('');
});

test('a text that is still English is marked as English until it is translated', async () => {
  showLanguage('fr', {});
  const paragraph = document.createElement('p');
  paragraph.textContent = '\u2066Not translated\u2069';
  document.body.append(paragraph);
  await expect.poll(() => paragraph.lang).toBe('en');

  paragraph.firstChild!.nodeValue = 'Traduit';
  await expect.poll(() => paragraph.lang).toBe('');

  // From here another module sets its language.
  paragraph.lang = 'yo';
  paragraph.firstChild!.nodeValue = 'Ti tumo si';
  const next = document.body.appendChild(document.createElement('p'));
  next.textContent = '\u2066Later\u2069';
  await expect.poll(() => next.lang).toBe('en');
  expect(paragraph.lang).toBe('yo');
});
