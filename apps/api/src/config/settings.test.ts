import path from 'node:path';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { readSettings } from './settings.ts';
import { StartupError } from './startup-error.ts';

const witnessKey = 'witness.example+da76602f+BG56HN0psLeP0Tr0xVmP7/TvKpcWbjym8uT7/M2AUFvx';

test('every setting of the server has a default or is optional', () => {
  expect(readSettings({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    dataDir: path.resolve('data'),
    databaseUrl: undefined,
    replicaUrl: undefined,
    smtpUrl: undefined,
    mailFrom: 'Baraza <no-reply@localhost>',
    storageUrl: undefined,
    storageKeys: undefined,
    publicUrl: 'http://127.0.0.1:3000',
    mdaPortalUrl: 'http://127.0.0.1:3000/desk/',
    productName: 'Baraza',
    supportEmail: 'support@baraza.example',
    supportPhone: '+000 000 0000',
    copyright: '© 2024 Baraza',
    admin: undefined,
    appealDays: 30,
    demo: undefined,
    demoComplaints: 1_500,
    demoPassword: undefined,
    secretKey: undefined,
    timeZone: 'UTC',
    weekend: 'sat,sun',
    translation: { url: undefined, of: 'none' },
    trustProxy: [],
    webhookNetworks: [],
    witnesses: [],
    staffTotp: 'optional',
    backupSeal: { recipient: undefined, identity: undefined },
    channels: [],
    clamdUrl: undefined,
    daily: { complaints: 200, files: 500, megabytes: 1_000 },
    metricsAddress: undefined,
    namesDelayMs: 24 * 3_600_000,
    newsWait: 60,
    insecureHttp: false,
    retention: { complaintDays: undefined, auditMonths: 24, notificationMonths: 12, outboxDays: 90 },
    sessions: {
      citizen: { idle: 12 * 3_600_000, absolute: 7 * 24 * 3_600_000 },
      staff: { idle: 15 * 60_000, absolute: 12 * 3_600_000 },
    },
    logLevel: 'info',
  });
});

test('the weekend is one of those that exist', () => {
  expect(readSettings({ WEEKEND: 'fri,sat' }).weekend).toBe('fri,sat');
  expect(() => readSettings({ WEEKEND: 'mon' })).toThrow('The setting WEEKEND must be one of sat,sun; fri,sat;');
});

test('an empty value of a setting counts as unset', () => {
  const empty = Object.fromEntries(
    ['HOST', 'PORT', 'DATABASE_URL', 'DEMO', 'ADMIN_EMAIL', 'TRUST_PROXY'].map((name) => [name, '']),
  );
  expect(readSettings(empty)).toEqual(readSettings({}));
});

test.each([
  ['?sslmode=require', '?sslmode=verify-full'],
  ['?a=b&sslmode=prefer&sslrootcert=/ca.crt', '?a=b&sslmode=verify-full&sslrootcert=/ca.crt'],
  ['?sslmode=verify-ca', '?sslmode=verify-full'],
  ['?sslmode=no-verify', '?sslmode=no-verify'],
  ['?sslmode=disable', '?sslmode=disable'],
  ['?uselibpqcompat=true&sslmode=require', '?uselibpqcompat=true&sslmode=require'],
])('DATABASE_URL with %s connects with %s, whatever the driver’s default', (given, meant) => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const { databaseUrl } = readSettings({ DATABASE_URL: `postgres://me@host/sslmode=require${given}` });
  expect(databaseUrl).toBe(`postgres://me@host/sslmode=require${meant}`);
  const client = new pg.Client({ connectionString: databaseUrl?.replace('/ca.crt', import.meta.filename) });
  expect(client.host).toBe('host');
  expect(warned).not.toHaveBeenCalled();
});

test('STAFF_TOTP defaults to required with https and without sample accounts', () => {
  const PUBLIC_URL = 'https://complaints.example.org';
  const read = (more: Record<string, string>) => readSettings(more).staffTotp;
  expect(read({ PUBLIC_URL, DATABASE_URL: 'postgres://a@db.example/a' })).toBe('required');
  // The embedded database has sample accounts by default.
  expect(read({ PUBLIC_URL })).toBe('optional');
  expect(read({ PUBLIC_URL, DEMO: '0' })).toBe('required');
  expect(read({ PUBLIC_URL, DEMO: '1' })).toBe('optional');
  expect(read({ PUBLIC_URL, STAFF_TOTP: 'optional' })).toBe('optional');
  expect(read({ PUBLIC_URL: 'http://localhost:3000' })).toBe('optional');
  expect(read({ STAFF_TOTP: 'required', DEMO: '1' })).toBe('required');
});

test('names are readable at once with DEMO alone', () => {
  const hours = (more: Record<string, string>) => readSettings(more).namesDelayMs / 3_600_000;
  expect([hours({ DEMO: '1' }), hours({ DEMO: '0' }), hours({})]).toEqual([0, 24, 24]);
  expect(hours({ DEMO: '1', NAMES_DELAY_HOURS: '0' })).toBe(0);
  for (const more of [{}, { DEMO: '0' }, { DATABASE_URL: 'postgres://a@db.example/a' }])
    expect(() => readSettings({ ...more, NAMES_DELAY_HOURS: '0' })).toThrow(
      'The setting NAMES_DELAY_HOURS must be at least 1, unless DEMO is on.',
    );
});

test('the desk’s address and the sender default to PUBLIC_URL, and that to HOST and PORT', () => {
  expect(readSettings({ HOST: '0.0.0.0', PORT: '80' }).publicUrl).toBe('http://localhost:80');
  expect(readSettings({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000');
  const settings = readSettings({ PUBLIC_URL: 'https://complaints.example.org/' });
  expect(settings.publicUrl).toBe('https://complaints.example.org');
  expect(settings.mdaPortalUrl).toBe('https://complaints.example.org/desk/');
  expect(settings.mailFrom).toBe('Baraza <no-reply@complaints.example.org>');
  expect(readSettings({ PRODUCT_NAME: 'Ask "us", please' }).mailFrom).toBe(
    '"Ask \\"us\\", please" <no-reply@localhost>',
  );
});

test('every setting of the server is read from the environment', () => {
  const settings = readSettings({
    HOST: 'api.internal',
    PORT: '8080',
    DATA_DIR: '/srv/baraza',
    DATABASE_URL: 'postgresql:///baraza?host=/run/postgresql',
    SMTP_URL: 'smtps://user:pass@mail.example.org',
    MAIL_FROM: 'Complaints <complaints@example.org>',
    STORAGE_URL: 's3://bucket/folder',
    MDA_PORTAL_URL: 'https://desk.example.org/',
    SUPPORT_EMAIL: 'Help@Example.org',
    SUPPORT_PHONE: '+234 (0) 800-000',
    COPYRIGHT: '© 2024 The Ministry',
    ADMIN_EMAIL: 'root@example.org',
    ADMIN_PASSWORD: 'correct horse',
    DEMO: 'on',
    DEMO_COMPLAINTS: '300',
    DEMO_PASSWORD: 'battery staple',
    SECRET_KEY: '7c1f90e2b4a85d36f01e9a47c25b8d63',
    TRUST_PROXY: '10.0.0.0/8, ::1,loopback',
    METRICS_ADDRESS: '[::1]:9464',
    STAFF_TOTP: 'required',
    OIDC_ISSUER: 'https://login.example.org/realms/staff',
    OIDC_CLIENT_ID: 'baraza',
    OIDC_CLIENT_SECRET: 'four quiet herons',
    OIDC_CLAIMS: ' mda=https://example.org/mda  role=roles=',
    OIDC_ROLES: 'cn=leads,ou=staff = supervisor;clerks=officer',
    OIDC_MDAS: 'staff=Ministry of Works, Housing and Roads',
    CLAMD_URL: 'unix:///run/clamav/clamd.ctl',
    DAILY_COMPLAINTS: '20',
    WITNESSES: `${witnessKey} https://witness.example/w, ${witnessKey} http://127.0.0.1:3200`,
    LOG_LEVEL: 'debug',
  });
  expect(settings).toMatchObject({
    host: 'api.internal',
    port: 8080,
    dataDir: '/srv/baraza',
    supportEmail: 'help@example.org',
    admin: { email: 'root@example.org', password: 'correct horse' },
    demo: true,
    demoComplaints: 300,
    trustProxy: ['10.0.0.0/8', '::1', 'loopback'],
    metricsAddress: { host: '::1', port: 9464 },
    staffTotp: 'required',
    oidc: {
      name: 'login.example.org',
      claims: { mda: 'https://example.org/mda', role: 'roles=' },
      roles: [
        ['cn=leads,ou=staff', 'supervisor'],
        ['clerks', 'officer'],
      ],
      mdas: [['staff', 'Ministry of Works, Housing and Roads']],
    },
    clamdUrl: 'unix:///run/clamav/clamd.ctl',
    daily: { complaints: 20, files: 500, megabytes: 1_000 },
    witnesses: [
      { key: witnessKey, address: 'https://witness.example/w' },
      { key: witnessKey, address: 'http://127.0.0.1:3200' },
    ],
    logLevel: 'debug',
  });
  expect(readSettings({ CLAMD_URL: 'tcp://[::1]:3310' }).clamdUrl).toBe('tcp://[::1]:3310');
  expect(readSettings({ TRUST_PROXY: '::ffff:10.0.0.0/104' }).trustProxy).toEqual(['::ffff:10.0.0.0/104']);
  expect(readSettings({ DEMO: '0' }).demo).toBe(false);
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '3000.5'],
  ['HOST', 'two words'],
  ['DATABASE_URL', 'mysql://secret@host/name'],
  ['DATABASE_URL', 'postgres://user:secret@host'],
  ['DATABASE_URL', 'not an address'],
  ['DATABASE_URL', 'postgres://user:secret@host/name?sslmode=requre'],
  ['SMTP_URL', 'http://secret@host'],
  ['STORAGE_URL', '/srv/secret'],
  ['PUBLIC_URL', 'https://example.org/secret'],
  ['PUBLIC_URL', 'ftp://example.org'],
  ['MDA_PORTAL_URL', 'javascript:secret'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'A <a@example.org>\nBcc: secret@example.org'],
  ['PRODUCT_NAME', ' '],
  ['SUPPORT_EMAIL', 'support'],
  ['SUPPORT_PHONE', 'call us'],
  ['SECRET_KEY', 'secret'],
  ['SECRET_KEY', 'x'.repeat(64)],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', 'loopback, ::/0'],
  ['TRUST_PROXY', '0.0.0.0/1, 128.0.0.0/1'],
  ['TRUST_PROXY', '2000::/3'],
  ['TRUST_PROXY', '10.0.0.1,'],
  ['METRICS_ADDRESS', '9464'],
  ['METRICS_ADDRESS', 'localhost'],
  ['METRICS_ADDRESS', '127.0.0.1:0'],
  ['METRICS_ADDRESS', '::1:9464'],
  ['METRICS_ADDRESS', 'http://secret:9464'],
  ['WITNESSES', 'https://secret.example'],
  ['WITNESSES', `secret+${'0'.repeat(8)}+AAAA https://witness.example`],
  ['WITNESSES', `${witnessKey} ftp://secret.example`],
  ['WITNESSES', `${witnessKey} https://witness.example,`],
  ['LOG_LEVEL', 'loud'],
  ['DEMO', 'maybe'],
  ['DEMO_PASSWORD', 'secret'],
  ['STAFF_TOTP', 'always'],
  ['CLAMD_URL', 'http://secret:3310'],
  ['CLAMD_URL', 'tcp://secret'],
  ['CLAMD_URL', 'tcp://host:3310/secret'],
  ['CLAMD_URL', 'unix://secret/clamd'],
  ['CLAMD_URL', 'secret'],
  ['DAILY_COMPLAINTS', '0'],
  ['DAILY_FILES', '-1'],
  ['DAILY_MEGABYTES', '1e3'],
  ['RETENTION_COMPLAINT_DAYS', '29'],
])('the setting %s refuses %j in one line that does not repeat the value', (name, value) => {
  const attempt = () => readSettings({ [name]: value });
  expect(attempt).toThrow(StartupError);
  expect(attempt).toThrow(new RegExp(`^The setting ${name} must [^\n]+\\.$`));
  expect(attempt).not.toThrow(/secret/);
});

test('METRICS_ADDRESS is read as a host and a port', () => {
  const address = (value: string) => readSettings({ METRICS_ADDRESS: value }).metricsAddress;
  expect(address('0.0.0.0:80')).toEqual({ host: '0.0.0.0', port: 80 });
  expect(address('metrics.internal:9464')).toEqual({ host: 'metrics.internal', port: 9464 });
});

test('ADMIN_EMAIL and ADMIN_PASSWORD need each other', () => {
  expect(() => readSettings({ ADMIN_EMAIL: 'a@example.org' })).toThrow(
    'The setting ADMIN_PASSWORD is missing: ADMIN_EMAIL needs it.',
  );
  expect(() => readSettings({ ADMIN_PASSWORD: 'long enough' })).toThrow(
    'The setting ADMIN_EMAIL is missing: ADMIN_PASSWORD needs it.',
  );
});

test('the settings of the sign-in provider need each other', () => {
  const provider = { OIDC_ISSUER: 'http://127.0.0.1:5391', OIDC_CLIENT_ID: 'baraza', OIDC_CLIENT_SECRET: 'a secret' };
  expect(readSettings(provider).oidc).toMatchObject({ issuer: 'http://127.0.0.1:5391', name: '127.0.0.1' });
  for (const missing of Object.keys(provider))
    expect(() => readSettings({ ...provider, [missing]: undefined })).toThrow(`The setting ${missing} is missing`);
  expect(() => readSettings({ OIDC_CLAIMS: 'role=roles' })).toThrow('The setting OIDC_ISSUER is missing');
  for (const [name, value] of [
    ['OIDC_ISSUER', 'http://hidden.example'],
    ['OIDC_ISSUER', 'https://login.example/?hidden'],
    ['OIDC_CLAIMS', 'hidden'],
    ['OIDC_CLAIMS', 'role=roles administrator=hidden'],
    ['OIDC_ROLES', 'hidden'],
    ['OIDC_ROLES', 'hidden=administrator'],
    ['OIDC_ROLES', 'hidden=officer;'],
    ['OIDC_ROLES', '=officer; hidden=officer'],
    ['OIDC_ROLES', 'hidden=officer; hidden=oversight'],
    ['OIDC_MDAS', 'hidden='],
    ['OIDC_MDAS', 'hidden=One; hidden = Two'],
  ] as const) {
    const attempt = () => readSettings({ ...provider, [name]: value });
    expect(attempt).toThrow(new RegExp(`^The setting ${name} must [^\n]+\\.$`, 'u'));
    expect(attempt).not.toThrow(/hidden/u);
  }
  for (const [name, needed] of [
    ['OIDC_ROLES', 'a role'],
    ['OIDC_MDAS', 'an mda'],
  ] as const)
    expect(() => readSettings({ ...provider, [name]: 'clerks=officer' })).toThrow(
      `The setting OIDC_CLAIMS must name ${needed}: ${name} needs it.`,
    );
});

const channel = { name: 'sms', country: 'NG', secret: 'a-secret-that-nobody-can-guess' };
const readChannels = (...channels: object[]) => readSettings({ CHANNELS: JSON.stringify(channels) }).channels;

test('a channel has the defaults of its preset', () => {
  const url = 'https://gateway.example.org/send';

  expect(
    readChannels({ ...channel, preset: 'africastalking', send: { url, fields: { username: 'us' } } }),
  ).toMatchObject([
    { kind: 'http', language: 'en', reply: 'send', send: { method: 'POST', fields: { to: '{to}', username: 'us' } } },
  ]);
  expect(readChannels({ ...channel, preset: 'kannel', send: { url } })).toMatchObject([{ reply: 'answer' }]);
  expect(readChannels(channel)).toMatchObject([{ reply: 'answer', send: undefined }]);
});

test.each([
  ['a short secret', [{ ...channel, secret: 'short' }], /look at 0\.secret/u],
  ['two of a name', [channel, channel], /CHANNELS must be a list/u],
  ['an unknown field', [{ ...channel, secrte: 'x' }], /look at 0/u],
  ['no way to send', [{ ...channel, reply: 'send' }], /CHANNELS must be a list/u],
])('channels with %s are refused without repeating a secret', (_, channels, text) => {
  expect(() => readChannels(...channels)).toThrow(text);
  expect(() => readChannels(...channels)).not.toThrow(channel.secret);
});

const whatsapp = {
  phoneNumberId: '106540352242922',
  accessToken: 'the-access-token',
  appSecret: 'the-secret-of-the-app',
  verifyToken: 'a-token-for-the-first-call',
};

test('a WhatsApp channel sends its answers, to the published host unless another is named', () => {
  expect(readChannels({ ...channel, kind: 'whatsapp', whatsapp })).toMatchObject([
    { kind: 'whatsapp', reply: 'send', whatsapp: { graphUrl: expect.stringContaining('https://graph.facebook.com/') } },
  ]);
});

test.each([
  ['without its values', { kind: 'whatsapp' }],
  ['of another kind', { whatsapp }],
  ['with a short token', { kind: 'whatsapp', whatsapp: { ...whatsapp, verifyToken: 'short' } }],
  ['with an id that is none', { kind: 'whatsapp', whatsapp: { ...whatsapp, phoneNumberId: '1/2' } }],
])('a WhatsApp channel %s is refused without repeating a secret', (_, more) => {
  const read = () => readChannels({ ...channel, ...more });
  expect(read).toThrow('CHANNELS must be a list');
  for (const hidden of [channel.secret, whatsapp.appSecret, whatsapp.accessToken]) expect(read).not.toThrow(hidden);
});

test('channels that are no JSON are refused', () => {
  expect(() => readSettings({ CHANNELS: 'sms' })).toThrow('CHANNELS must be a list');
});
