import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readText, settingNames } from '../lib/facts.mjs';
import { root } from '../lib/run.mjs';

test('docs/operate/settings.md documents every setting, and no other', () => {
  const named = [...readText('docs/operate/settings.md').matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(settingNames().toSorted());
});

test('the links between the pages for operators lead somewhere', () => {
  const pages = readdirSync(path.join(root, 'docs/operate'));
  const links = pages.flatMap((page) =>
    [...readText(`docs/operate/${page}`).matchAll(/\]\((?!https?:)([^)#]*)(?:#[\w-]+)?\)/g)].map(([, file]) => file),
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((file) => !existsSync(path.join(root, 'docs/operate', file)))).toEqual([]);
});
