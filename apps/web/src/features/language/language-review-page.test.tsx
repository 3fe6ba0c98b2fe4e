// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fetchLanguage } from '../../lib/i18n/languages.ts';
import { renderAtPortal } from '../../lib/testing/render.tsx';
import LanguageReviewPage from './language-review-page.tsx';

afterEach(async () => {
  cleanup();
  await fetchLanguage('en');
});

test('there are no texts to review for English', () => {
  renderAtPortal(<LanguageReviewPage />);
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('the texts of a draft language are listed 25 at a time and can be searched', async () => {
  await fetchLanguage('fr');
  renderAtPortal(<LanguageReviewPage />);
  const shown = () => screen.queryAllByRole('listitem').map((item) => item.textContent);
  await expect.poll(shown).toHaveLength(25);

  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '  coordinates ' } });

  expect(shown().length).toBeGreaterThan(0);
  expect(shown().filter((text) => !/coordinates/iu.test(text))).toEqual([]);
});
