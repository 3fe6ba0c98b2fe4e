// @vitest-environment happy-dom
import { listLocalNames } from '@baraza/contract';
import { i18n } from '@lingui/core';
import { afterEach, expect, test } from 'vitest';
import { endpointQuery } from '../api/client.ts';
import { renderInApp } from '../testing/render.tsx';
import { LocalNames } from './local-names.ts';
import { say } from './texts.ts';

afterEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});

test('names of a language are loaded once and said in it, braces included', async () => {
  i18n.loadAndActivate({ locale: 'ha', messages: {} });
  const { client } = renderInApp(<LocalNames />);
  let loads = 0;
  const stopCounting = i18n.on('change', () => (loads += 1));

  client.setQueryData(endpointQuery(listLocalNames, { query: { language: 'ha' } }).queryKey, [
    { name: 'Water Works', local: 'Ruwa {1}' },
  ]);

  await expect.poll(() => say('Water Works')).toBe('Ruwa {1}');
  await new Promise((resolve) => setTimeout(resolve, 100));
  stopCounting();
  expect(loads).toBe(1);
});
