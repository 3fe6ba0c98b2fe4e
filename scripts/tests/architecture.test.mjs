import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readText } from '../lib/facts.mjs';
import { root } from '../lib/run.mjs';

const page = readText('docs/architecture.md');

test('docs/architecture.md names files that are there', () => {
  const prose = page.replaceAll(/^```[^]*?^```/gm, '');
  const named = [...prose.matchAll(/`([\w-]+(?:\/[\w.-]+)*(?:\/|\.ts))`/g)].map(([, name]) => name);
  const isThere = (name) => ['', 'apps/api/src'].some((folder) => existsSync(path.join(root, folder, name)));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});
