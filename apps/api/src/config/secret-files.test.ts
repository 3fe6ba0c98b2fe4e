import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-secrets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(name: string, content: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

const key = '5b0f8d3e9c1a7246f0e1d2c3b4a59687';

test('every secret is read from the file that its setting with _FILE names', async () => {
  const settings = readSettings({
    SECRET_KEY_FILE: await write('key', `${key}\n`),
    DATABASE_URL_FILE: await write('database', 'postgres://a:b@db.example/a\r\n'),
    SMTP_URL_FILE: await write('smtp', 'smtps://mail.example'),
    ADMIN_EMAIL: 'root@town.example',
    ADMIN_PASSWORD_FILE: await write('admin', 'nine hills and a river\n'),
    OIDC_ISSUER: 'https://login.example',
    OIDC_CLIENT_ID: 'baraza',
    OIDC_CLIENT_SECRET_FILE: await write('oidc', 'four quiet herons\n'),
    DEMO_PASSWORD_FILE: await write('demo', ' spaces are kept '),
    AWS_ACCESS_KEY_ID: 'name',
    AWS_SECRET_ACCESS_KEY_FILE: await write('s3', 'word\n'),
  });
  expect(settings).toMatchObject({
    secretKey: key,
    databaseUrl: 'postgres://a:b@db.example/a',
    smtpUrl: 'smtps://mail.example',
    admin: { email: 'root@town.example', password: 'nine hills and a river' },
    oidc: { clientSecret: 'four quiet herons' },
    demoPassword: ' spaces are kept ',
    storageKeys: { accessKeyId: 'name', secretAccessKey: 'word' },
  });
});

test('keys of the storage in the environment are left to its library', () => {
  expect(readSettings({ AWS_ACCESS_KEY_ID: 'name', AWS_SECRET_ACCESS_KEY: 'word' }).storageKeys).toBeUndefined();
});

test('a secret whose file cannot be used is refused in one line', async () => {
  const refusal = (environment: Record<string, string>) => {
    try {
      return readSettings(environment);
    } catch (error) {
      return (error as Error).message;
    }
  };
  const twice = await write('twice', key);
  const empty = await write('empty', '\n');
  const short = await write('short', 'short');
  expect(refusal({ SECRET_KEY: key, SECRET_KEY_FILE: twice })).toBe(
    'The settings SECRET_KEY and SECRET_KEY_FILE are both set. Keep one of them.',
  );
  expect(refusal({ ADMIN_EMAIL: 'root@town.example', ADMIN_PASSWORD_FILE: `${twice}.none` })).toBe(
    'The setting ADMIN_PASSWORD_FILE names a file that cannot be read (ENOENT).',
  );
  expect(refusal({ SMTP_URL_FILE: folder })).toBe(
    'The setting SMTP_URL_FILE names a file that cannot be read (EISDIR).',
  );
  expect(refusal({ SMTP_URL_FILE: empty })).toBe('The setting SMTP_URL_FILE names an empty file.');
  expect(refusal({ SECRET_KEY_FILE: short })).toMatch(/^The setting SECRET_KEY must be at least 32 [^\n]+$/u);
});

test('a misspelled name of a file is refused, and the right one suggested', () => {
  expect(() => readSettings({ SECRET_KEY_FIEL: '/etc/key' })).toThrow('Did you mean SECRET_KEY_FILE?');
});
