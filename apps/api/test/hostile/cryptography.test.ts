import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/* What is encrypted, signed, hashed and drawn by lot stands on one page. */

const root = new URL('../../../../', import.meta.url);
/** An import of types alone makes nothing. */
const uses = /^import (?!type )[^;]* from 'node:crypto';/mu;

async function filesThatUseIt(): Promise<string[]> {
  const all = await readdir(new URL('apps/api/src/', root), { recursive: true });
  const ours = all.filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\//u.test(file));
  const found = await Promise.all(
    ours.map(async (file) => {
      const text = await readFile(new URL(`apps/api/src/${file}`, root), 'utf8');
      return uses.test(text) ? [`apps/api/src/${file}`] : [];
    }),
  );
  return found.flat();
}

async function filesNamed(): Promise<string[]> {
  const page = await readFile(new URL('docs/security/cryptography.md', root), 'utf8');
  return [...page.matchAll(/`(apps\/api\/[^`]+\.ts)`/gu)].map(([, file = '']) => file);
}

test('every file that uses what Node has for it is named on the page', async () => {
  const found = await filesThatUseIt();
  expect(found.length).toBeGreaterThan(25);
  const named = await filesNamed();
  expect(found.filter((file) => !named.includes(file))).toEqual([]);
});

test('every file that the page names is there', async () => {
  const all = new Set(
    (await readdir(new URL('apps/api/src/', root), { recursive: true })).map((it) => `apps/api/src/${it}`),
  );
  expect((await filesNamed()).filter((file) => !all.has(file))).toEqual([]);
});
