// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { i18n } from '@lingui/core';
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

test('dates and IDs in a sentence from right to left keep their own direction', () => {
  const values = { day: '2026-11-28', id: 'SDP-26-7F3K92', at: '12:40', name: 'Ministry-of Water', count: '12' };
  const text = '{day} {id} {at} {name} {count}';
  showLanguage('ar', {});
  const isolated = '\u20682026-11-28\u2069 \u2068SDP-26-7F3K92\u2069 \u206812:40\u2069 Ministry-of Water 12';
  expect(i18n._(text, values)).toBe(isolated);
  expect(i18n._({ id: text, values })).toBe(isolated);
  showLanguage('fr', {});
  expect(i18n._(text, values)).toBe('2026-11-28 SDP-26-7F3K92 12:40 Ministry-of Water 12');
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
