import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readText } from '../lib/facts.mjs';
import { root } from '../lib/run.mjs';

test('every file that the page on ASVS names is there', () => {
  const named = [...readText('docs/security/asvs.md').matchAll(/`([\w.-]*\/[\w./-]+\.\w+|[A-Z]+\.md)`/g)]
    .map(([, file]) => file)
    .filter((file) => !file.startsWith('/'));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
