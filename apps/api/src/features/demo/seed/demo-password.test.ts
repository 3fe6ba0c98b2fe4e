import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NewPassword } from '@baraza/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoPasswordFile, knownDemoPassword, makeDemoPassword } from './demo-access.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'baraza-test-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('a generated sample password is stored readable by its owner only, and found again', async () => {
  expect(await knownDemoPassword({ dataDir, demoPassword: undefined })).toBeUndefined();
  const password = await makeDemoPassword({ dataDir });
  expect(password).toMatch(/^([2-9a-z]{4}-){3}[2-9a-z]{4}$/u);
  expect(NewPassword.safeParse(password).success).toBe(true);
  expect(await knownDemoPassword({ dataDir, demoPassword: undefined })).toBe(password);
  expect((await stat(path.join(dataDir, demoPasswordFile))).mode & 0o777).toBe(0o600);
  expect(await makeDemoPassword({ dataDir })).not.toBe(password);
});

test('a sample password file that others could read is replaced by a private one', async () => {
  const file = path.join(dataDir, demoPasswordFile);
  await writeFile(file, 'left behind', { mode: 0o644 });
  const password = await makeDemoPassword({ dataDir });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toBe(`${password}\n`);
});

test('the setting DEMO_PASSWORD takes precedence over the file', async () => {
  await makeDemoPassword({ dataDir });
  expect(await knownDemoPassword({ dataDir, demoPassword: 'chosen by hand' })).toBe('chosen by hand');
});
