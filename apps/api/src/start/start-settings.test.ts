import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/server/database.ts';
import { freePort, type ServerProcess, startProcess } from '../../test/support/server/server-process.ts';
import { readStartSettings } from './start-settings.ts';
import { readSettings, settingNames } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';

/** Environment as `main` reads it. */
type Environment = Readonly<Record<string, string | undefined>>;
const support = { SUPPORT_EMAIL: 'help@town.example', SUPPORT_PHONE: '+234 800 000 0000' };
function look(environment: Environment): string[] {
  return readStartSettings({ ...support, ...environment }).warnings;
}
const refusal = (environment: Environment): string | undefined => {
  try {
    look(environment);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError);
    return (error as Error).message;
  }
};

describe('unknown settings', () => {
  it.each([
    ['PUBLC_URL', 'PUBLIC_URL'],
    ['PUBLIC_URl', 'PUBLIC_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['SECRETKEY', 'SECRET_KEY'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['STORAGE_ULR', 'STORAGE_URL'],
    ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
  ])('the misspelled setting %s is refused, and %s suggested', (name, meant) => {
    expect(refusal({ [name]: 'x' })).toBe(`There is no setting ${name}. Did you mean ${meant}?`);
  });

  it.each([
    'WORKERS',
    'SMTP_HOST',
    'BARAZA_PORT_NUMBER',
    'STAFF_PASSWORD',
    'DEMO_USERS',
    'MAIL_SENDER',
    'RETENTION_MONTHS',
    'DATA_DIR_FILE',
    'STORAGE_URL_FILE',
  ])('the unknown setting %s is refused, since its name begins like one of ours', (name) =>
    expect(refusal({ [name]: 'x' })).toMatch(new RegExp(`^There is no setting ${name}\\.`)),
  );

  it('neither our own settings nor usual variables of an environment are refused', () => {
    const foreign = [
      'HOSTNAME',
      'HOME',
      'PATH',
      'POST',
      'SORT',
      'LOGNAME',
      'LANG',
      'NODE_ENV',
      'MAIL',
      'DISPLAY',
      'TZ',
      'PWD',
    ];
    const platform = [
      'SMTP_SERVICE_HOST',
      'CLAMD_PORT',
      'CLAMD_PORT_3310_TCP_ADDR',
      'METRICS_SERVICE_PORT_HTTP',
      'npm_config_cache',
    ];
    const names = [...foreign, ...platform, 'AWS_REGION', 'OTEL_SERVICE_NAME', 'PGHOST', 'CI', 'SSH_AUTH_SOCK'];
    expect(look(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
    expect(look({ PUBLC_URL: '' })).toEqual([]);
    for (const name of settingNames) expect(settingNames.filter((it) => it === name)).toHaveLength(1);
    const all = Object.fromEntries(settingNames.map((name) => [name, '']));
    expect(look(all)).toEqual([]);
  });
});

describe('http that other computers reach', () => {
  const refused = /^The setting PUBLIC_URL must begin with https:\/\/ where HOST \(.+\) lets other computers in/;
  it.each([
    { HOST: '0.0.0.0', PUBLIC_URL: 'http://complaints.example.org' },
    { HOST: '::', PUBLIC_URL: 'http://10.0.0.7' },
    { HOST: '192.168.1.5' },
    { HOST: 'portal.internal' },
    // Anybody may reach the port.
    { HOST: '0.0.0.0' },
    { HOST: '::', PORT: '80' },
  ])('the settings %o are refused for passwords without https', (environment) => {
    expect(refusal(environment)).toMatch(refused);
    expect(look({ ...environment, ALLOW_INSECURE_HTTP: '1' })).toEqual([expect.stringContaining('without https')]);
    expect(look({ ...environment, PUBLIC_URL: 'https://complaints.example.org' })).toEqual([]);
  });

  it.each([
    { HOST: '0.0.0.0', PUBLIC_URL: 'http://127.0.0.1:3000' },
    { HOST: '::', PUBLIC_URL: 'http://localhost:8080' },
    { PUBLIC_URL: 'http://complaints.example.org' },
  ])('the settings %o cause a warning about https', (environment) =>
    expect(look(environment)).toEqual([expect.stringMatching(/^Warning: .*https/)]),
  );

  it.each([{}, { HOST: '127.0.0.5' }, { HOST: '::1' }, { HOST: 'localhost', PUBLIC_URL: 'https://a.example' }])(
    'the settings %o are accepted without a warning',
    (environment) => expect(look(environment)).toEqual([]),
  );
});

it.each(['1.2.3.999', '1.2.3.4.5', '0x1ffffffff'])(
  'HOST=%s is refused, being neither an address nor a name',
  (HOST) => {
    expect(refusal({ HOST })).toBe('The setting HOST must be an IP address or a host name, such as 127.0.0.1.');
  },
);

it.each(['10.0.0.1', 'two words'])('REPLY_DOMAIN=%s is refused, being no domain', (REPLY_DOMAIN) => {
  expect(refusal({ REPLY_DOMAIN })).toContain('REPLY_DOMAIN must be a domain, such as reply.example.org.');
});

it.each(['${DOMAIN}', '*.example.org', '"a.example"', '{{ host }}.example'])(
  'an unfilled placeholder in a web address is refused: %s',
  (name) => {
    for (const setting of ['PUBLIC_URL', 'MDA_PORTAL_URL'])
      expect(refusal({ [setting]: `https://${name}` })).toMatch(
        new RegExp(`^The setting ${setting} must be a web address`, 'u'),
      );
    expect(look({ PUBLIC_URL: 'https://exämple_1.org:8443' })).toEqual([]);
  },
);

it('PUBLIC_URL leaves out the zone of an IPv6 address', () => {
  expect(refusal({ HOST: 'fe80::1%lo' })).toMatch(/^The setting PUBLIC_URL must begin with https:/);
  expect(readSettings({ HOST: 'fe80::1%lo' }).publicUrl).toBe('http://[fe80::1]:3000');
});

it('MDA_PORTAL_URL must have https where PUBLIC_URL does', () => {
  const environment = { PUBLIC_URL: 'https://a.example', MDA_PORTAL_URL: 'http://desk.example/' };
  expect(refusal(environment)).toMatch(/^The setting MDA_PORTAL_URL must begin with https:/);
  expect(look({ ...environment, ALLOW_INSECURE_HTTP: '1' })).toEqual([]);
  expect(look({ ...environment, MDA_PORTAL_URL: 'https://desk.example/' })).toEqual([]);
});

it.each(['0.0.0.0:9464', '[::]:9464', '0:9464', '[0:0::0]:9464', '[::ffff:0.0.0.0]:9464'])(
  'METRICS_ADDRESS=%s causes a warning, since every network can read it',
  (address) => {
    expect(look({ METRICS_ADDRESS: address })).toEqual([expect.stringMatching(/^Warning: METRICS_ADDRESS /)]);
    for (const own of ['127.0.0.1:9464', '10.0.0.5:9464', '[::1]:9464'])
      expect(look({ METRICS_ADDRESS: own })).toEqual([]);
  },
);

it('sample accounts that other computers reach, directly or through a proxy, cause a warning', () => {
  for (const more of [{ HOST: '0.0.0.0' }, {}]) {
    expect(look({ ...more, PUBLIC_URL: 'https://a.example', DEMO: '1' })).toEqual([
      expect.stringMatching(/^Warning: the sample accounts are open/),
    ]);
  }
  expect(look({ DEMO: '1' })).toEqual([]);
});

it('a desk on https without required MFA causes a warning', () => {
  const environment = { PUBLIC_URL: 'https://a.example' };
  const warning = [expect.stringMatching(/^Warning: a password alone opens the desk\. STAFF_TOTP=required /)];
  expect(look({ ...environment, DEMO: '0', STAFF_TOTP: 'optional' })).toEqual(warning);
  expect(look({ ...environment, DATABASE_URL: 'postgres://a@db.example/a', STAFF_TOTP: 'optional' })).toEqual(warning);
  expect(look(environment)).toEqual([]);
  expect(look({ ...environment, DEMO: '0' })).toEqual([]);
  expect(look({ STAFF_TOTP: 'optional' })).toEqual([]);
});

it.each(['SUPPORT_EMAIL', 'SUPPORT_PHONE'])('a portal on https without %s causes a warning', (name) => {
  expect(look({ PUBLIC_URL: 'https://a.example', [name]: '' })).toEqual([
    'Warning: people read an example where your support should stand. Set SUPPORT_EMAIL and SUPPORT_PHONE.',
  ]);
  expect(look({ PUBLIC_URL: 'http://localhost:3000', [name]: '' })).toEqual([]);
});

describe('passwords in the settings', () => {
  const easy = (setting: string) =>
    `The setting ${setting} is too easy to guess. Choose one that is in no list of passwords and is more than words of this portal.`;
  it.each(['password', 'Password1', 'baraza2026', 'aaaaaaaaaa', 'administrator', 'a long passphrase'])(
    'the easily guessed password %s is refused in settings',
    (password) => {
      expect(refusal({ DEMO_PASSWORD: password })).toBe(easy('DEMO_PASSWORD'));
      expect(refusal({ ADMIN_EMAIL: 'root@town.example', ADMIN_PASSWORD: password })).toBe(easy('ADMIN_PASSWORD'));
    },
  );

  it('ADMIN_PASSWORD may not be the administrator’s address', () => {
    const ADMIN_EMAIL = 'harbour.master@town.example';
    expect(refusal({ ADMIN_EMAIL, ADMIN_PASSWORD: 'harbour.master1' })).toBe(easy('ADMIN_PASSWORD'));
    expect(look({ ADMIN_EMAIL, ADMIN_PASSWORD: 'well kept secret', DEMO_PASSWORD: 'nine hills and a river' })).toEqual(
      [],
    );
  });
});

it('all faulty settings are reported at once, a line each', () => {
  const environment = {
    PORT: 'eighty',
    SECRET_KEY: 'short',
    PUBLC_URL: 'https://a.example',
    SMTP_HOST: 'mail.example',
    ADMIN_EMAIL: 'root@town.example',
    STORAGE_URL: 's3://bucket?color=red',
    DEMO_PASSWORD: 'password',
    MDA_PORTAL_URL: 'http://desk.example/',
    PUBLIC_URL: 'https://a.example',
    SMTP_URL_FILE: '/nowhere/smtp',
  };
  expect(refusal(environment)?.split('\n')).toEqual([
    'The setting SMTP_URL_FILE names a file that cannot be read (ENOENT).',
    'There is no setting PUBLC_URL. Did you mean PUBLIC_URL?',
    expect.stringMatching(/^There is no setting SMTP_HOST\./),
    'The setting PORT must be a whole number from 1 to 65535.',
    expect.stringMatching(/^The setting SECRET_KEY must be at least 32 random characters/),
    'The setting ADMIN_PASSWORD is missing: ADMIN_EMAIL needs it.',
    expect.stringMatching(/^The setting STORAGE_URL may have region=/),
    expect.stringMatching(/^The setting MDA_PORTAL_URL must begin with https:/),
    expect.stringMatching(/^The setting DEMO_PASSWORD is too easy to guess\./),
  ]);
});

it('a wrong setting has one line, although its default is dangerous too', () => {
  expect(refusal({ HOST: '0.0.0.0', PUBLIC_URL: 'https://a.example/path' })).toBe(
    'The setting PUBLIC_URL must be a web address without a path, such as https://complaints.example.org.',
  );
});

it.each([
  'short',
  'a'.repeat(64),
  'deadbeef'.repeat(8),
  '12345678'.repeat(8),
  '0123456789abcdef0123456789abcdef',
  'abcdefghijklmnopqrstuvwxyz012345',
  'deadbeefcafebabe0badf00ddeadc0de42',
  '$(openssl rand -hex 32) > baraza.secret',
  'mysupersecuretokenvalue1234567890',
  'thisIsAVeryLongKeyThatNobodyGuesses',
  'change-me-change-me-change-me-please',
  'this-is-an-example-key-of-32-letters',
  'your-secret-key-goes-here-0192837465',
])('the example key %s is refused as SECRET_KEY', (key) => {
  expect(() => readSettings({ SECRET_KEY: key })).toThrow(
    'The setting SECRET_KEY must be at least 32 random characters',
  );
});

it('random keys are accepted as SECRET_KEY', () => {
  expect.hasAssertions();
  for (let count = 0; count < 2_000; count += 1) {
    const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
    for (const form of ['hex', 'base64', 'base64url'] as const) {
      const key = bytes.toString(form);
      expect(readSettings({ SECRET_KEY: key }).secretKey).toBe(key);
    }
  }
});

describe('the program', () => {
  let database: TestDatabase;
  let parent: string;
  let server: ServerProcess | undefined;
  beforeAll(async () => {
    database = await createTestDatabase({ empty: true });
    parent = await mkdtemp(path.join(tmpdir(), 'baraza-safe-'));
  });
  afterEach(async () => {
    server?.child.kill('SIGKILL');
    await server?.ended();
  });
  afterAll(async () => {
    await database.drop();
    await rm(parent, { recursive: true, force: true });
  });
  const start = async (more: Record<string, string>) => {
    server = startProcess({
      PORT: String(await freePort()),
      DATA_DIR: path.join(parent, 'data'),
      DATABASE_URL: database.url,
      DEMO: '0',
      SECRET_KEY: '5b0f8d3e9c1a7246f0e1d2c3b4a59687',
      ...more,
    });
    return server;
  };

  it('a server with faulty settings prints a line for each and changes nothing', async () => {
    const folder = path.join(parent, 'untouched');
    const refused = await start({ DATA_DIR: folder, SMTP_HOST: 'x', LOG_LEVEL: 'loud' });
    expect(await refused.ended()).toBe(1);
    expect(refused.stdout()).toBe('');
    expect(refused.stderr().trim().split('\n')).toEqual([
      expect.stringMatching(/^There is no setting SMTP_HOST\./),
      expect.stringMatching(/^The setting LOG_LEVEL must be one of/),
    ]);
    await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' });
    const { rows } = await database.pool.query(`select from pg_class where relnamespace = 'public'::regnamespace`);
    expect(rows).toHaveLength(0);
  });

  it('a server warns if others may read its data folder and key', { timeout: 60_000 }, async () => {
    const folder = path.join(parent, 'open');
    const secret = path.join(folder, 'secret');
    await mkdir(folder);
    await writeFile(secret, `${'0f'.repeat(32)}\n`);
    await chmod(folder, 0o755);
    await chmod(secret, 0o644);
    const started = await start({ DATA_DIR: folder });
    await started.ready();
    for (const entry of [folder, secret])
      expect(started.stdout()).toContain(`Warning: other users of this computer may read ${entry}.`);
    // Files that the server writes are private.
    const written = (await readdir(folder)).filter((name) => name !== 'secret');
    for (const name of written) expect((await stat(path.join(folder, name))).mode & 0o077).toBe(0);
  });

  it('a server refuses a data folder that all users may write to', { tags: 'full' }, async () => {
    const folder = path.join(parent, 'shared');
    await mkdir(folder);
    await chmod(folder, 0o1777);
    const refused = await start({ DATA_DIR: folder });
    expect(await refused.ended()).toBe(1);
    expect(refused.stderr()).toMatch(
      /^All users of this computer may write to .+\. Set DATA_DIR to a folder of its own\.\n$/,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it(
    'a database server gets no sample accounts unless a setting asks for them',
    { timeout: 120_000, tags: 'full' },
    async () => {
      const first = await start({ DEMO: '', DEMO_PASSWORD: 'umbrella over the river 7' });
      await first.ready();
      expect(first.stdout()).not.toContain('Sample accounts');
      first.child.kill('SIGTERM');
      await first.ended();

      const aloud = await start({ DEMO: '1', DEMO_PASSWORD: 'umbrella over the river 7' });
      await aloud.ready();
      await vi.waitFor(() => expect(aloud.stdout()).toContain('Sample accounts'));
      aloud.child.kill('SIGTERM');
      await aloud.ended();

      const silent = await start({ DEMO: '' });
      expect(await silent.ended()).toBe(1);
      expect(silent.stderr()).toContain('The database of DATABASE_URL holds sample accounts. Start with DEMO=1');
    },
  );
});
