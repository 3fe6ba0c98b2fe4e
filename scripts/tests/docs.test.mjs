import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readText, settingNames } from '../testing/facts.mjs';
import { root, run } from '../lib/run.mjs';

const { output } = await run('git', ['ls-files', '*.md'], { cwd: root, quiet: true });
const pages = output
  .split('\n')
  .filter((page) => page.endsWith('.md') && page !== 'CHANGELOG.md')
  .map((page) => ({ page, text: readText(page).replaceAll(/^```[^]*?^```/gm, '') }));

const isThere = (...names) => existsSync(path.join(root, ...names));

test('every source file that a page of the docs names exists', () => {
  const missing = pages.flatMap(({ page, text }) =>
    [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|sql|css|yaml))`/g)]
      .map(([, name]) => name)
      .filter((name) => !['', path.dirname(page), 'apps/api/src'].some((folder) => isThere(folder, name)))
      .map((name) => `${page}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every link between pages of the docs leads to a file', () => {
  const broken = pages.flatMap(({ page, text }) =>
    [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)(?:#[\w-]+)?\)/g)]
      .map(([, name]) => name)
      .filter((name) => !isThere(path.dirname(page), name))
      .map((name) => `${page}: ${name}`),
  );
  expect(broken).toEqual([]);
});

test('docs/operate/settings.md documents exactly the settings of the server', () => {
  const named = [...readText('docs/operate/settings.md').matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(settingNames().toSorted());
});
