// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fetchLanguage } from '../../lib/i18n/languages.ts';
import { renderAtPortal } from '../../lib/testing/render.tsx';
import LanguagePage from './language-page.tsx';

afterEach(async () => {
  cleanup();
  await fetchLanguage('en');
});

test('English has no texts to review', () => {
  renderAtPortal(<LanguagePage />);
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('the texts of a draft are listed, some at a time, and searched', async () => {
  await fetchLanguage('fr');
  renderAtPortal(<LanguagePage />);
  const shown = () => screen.queryAllByRole('listitem').map((item) => item.textContent);
  await expect.poll(shown).toHaveLength(25);

  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '  coordinates ' } });

  expect(shown().length).toBeGreaterThan(0);
  expect(shown().filter((text) => !/coordinates/iu.test(text))).toEqual([]);
});
