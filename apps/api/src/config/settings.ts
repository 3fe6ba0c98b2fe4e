import path from 'node:path';
import type { PortalSettings } from '@baraza/contract';
import { z } from 'zod';
import { readSecretFiles, secretFileNames } from './secret-files.ts';
import { type ChannelSettings, channels } from './channels.ts';
import { StartupError } from './startup-error.ts';
import * as rule from './setting-rules.ts';
import leven from 'leven';

type Environment = z.output<typeof Environment>;
const Environment = z.object({
  HOST: rule.host.default('127.0.0.1'),
  PORT: rule.port.default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: rule.databaseUrl.optional(),
  DATABASE_REPLICA_URL: rule.databaseUrl.optional(),
  SMTP_URL: rule.smtpUrl.optional(),
  MAIL_FROM: rule.mailbox.optional(),
  REPLY_DOMAIN: rule.domain.toLowerCase().optional(),
  IMAP_URL: rule.imapUrl.optional(),
  STORAGE_URL: rule.storageUrl.optional(),
  PUBLIC_URL: rule.origin.optional(),
  MDA_PORTAL_URL: rule.webAddress.optional(),
  PRODUCT_NAME: rule.shortText.default('Baraza'),
  SUPPORT_EMAIL: rule.email.default(rule.exampleSupport.email),
  SUPPORT_PHONE: rule.phone.default(rule.exampleSupport.phone),
  COPYRIGHT: rule.shortText.optional(),
  DATA_LICENSE: rule.webAddress.optional(),
  ADMIN_EMAIL: rule.email.optional(),
  ADMIN_PASSWORD: rule.password.optional(),
  DEMO: rule.flag.optional(),
  DEMO_COMPLAINTS: rule.amount(1, 20_000).default(1_500),
  DEMO_PASSWORD: rule.password.optional(),
  SECRET_KEY: rule.secretKey.optional(),
  TRUST_PROXY: rule.proxies.default([]),
  STAFF_TOTP: rule.staffTotp.optional(),
  OIDC_ISSUER: rule.issuer.optional(),
  OIDC_CLIENT_ID: rule.shortText.optional(),
  OIDC_CLIENT_SECRET: rule.shortText.optional(),
  OIDC_NAME: rule.shortText.optional(),
  OIDC_CLAIMS: rule.claims.default({}),
  OIDC_ROLES: rule.roleMeanings.optional(),
  OIDC_MDAS: rule.mdaMeanings.optional(),
  BACKUP_RECIPIENT: rule.recipient.optional(),
  BACKUP_IDENTITY: rule.identity.optional(),
  CLAMD_URL: rule.clamdUrl.optional(),
  CHANNELS: channels.default([]),
  DAILY_COMPLAINTS: rule.amount(1, 1_000_000).default(200),
  DAILY_FILES: rule.amount(1, 1_000_000).default(500),
  DAILY_MEGABYTES: rule.amount(1, 1_000_000).default(1_000),
  METRICS_ADDRESS: rule.listenAddress.optional(),
  TIME_ZONE: rule.timeZone.default('UTC'),
  WEEKEND: rule.weekend.default('sat,sun'),
  ALLOW_INSECURE_HTTP: rule.flag.default(false),
  STAFF_IDLE_MINUTES: rule.amount(5, 720).default(15),
  STAFF_SESSION_HOURS: rule.amount(1, 24).default(12),
  CITIZEN_IDLE_HOURS: rule.amount(1, 168).default(12),
  CITIZEN_SESSION_DAYS: rule.amount(1, 30).default(7),
  RETENTION_COMPLAINT_DAYS: rule.amount(30, 36_500).optional(),
  RETENTION_AUDIT_MONTHS: rule.amount(1, 600).default(24),
  RETENTION_NOTIFICATION_MONTHS: rule.amount(1, 600).default(12),
  RETENTION_OUTBOX_DAYS: rule.amount(1, 3_650).default(90),
  NEWS_WAIT_SECONDS: rule.amount(0, 3_600).default(60),
  NAMES_DELAY_HOURS: rule.amount(0, 720).optional(),
  APPEAL_DAYS: rule.amount(1, 3_650).default(30),
  TRANSLATE_URL: rule.webAddress.optional(),
  TRANSLATE_ANONYMOUS: rule.flag.default(false),
  WITNESSES: rule.witnesses.default([]),
  WEBHOOK_NETWORKS: rule.networks.default([]),
  LOG_LEVEL: rule.logLevel.default('info'),
});

export const settingNames = Object.keys(Environment.shape);

/** All settings, checked and with defaults. */
export type Settings = ReturnType<typeof toSettings>;

/** Reads all settings from the environment; empty values count as unset. @throws StartupError with a line for each wrong one. */
export function readSettings(environment: NodeJS.Dict<string>): Settings {
  const { settings, faults } = examineSettings(environment);
  if (faults.length > 0) throw new StartupError(faults.join('\n'));
  return settings;
}

/** Reads all settings, with defaults for wrong ones, and a line for each fault. */
export function examineSettings(environment: NodeJS.Dict<string>): { settings: Settings; faults: string[] } {
  const { values, faults: unreadable } = readSecretFiles(environment);
  const set = Object.fromEntries(
    Object.entries({ ...environment, ...values }).filter(([, value]) => value !== undefined && value !== ''),
  );
  const read = Environment.safeParse(set);
  const wrong = read.success ? {} : z.flattenError(read.error).fieldErrors;
  const value =
    read.data ??
    Environment.parse({ ...set, ...Object.fromEntries(Object.keys(wrong).map((name) => [name, undefined])) });
  const faults = [
    ...unreadable,
    ...unknownNames(Object.keys(set), [...settingNames, ...secretFileNames]),
    ...Object.entries(wrong).map(([setting, [message]]) => `The setting ${setting} ${message}.`),
    ...faultsOfNamesDelay(value),
    ...faultsOfPairs(environment),
    ...faultsOfMeanings(value),
  ];
  return { settings: toSettings(value, storageKeys(set)), faults };
}

/** Keys of the object storage that came in a file; undefined: its library finds them. */
function storageKeys(set: NodeJS.Dict<string>) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = set;
  const isInFile = set['AWS_ACCESS_KEY_ID_FILE'] ?? set['AWS_SECRET_ACCESS_KEY_FILE'];
  return isInFile && accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
}

const hour = 3_600_000;

function toSettings(value: Environment, keys: ReturnType<typeof storageKeys>) {
  const publicUrl = value.PUBLIC_URL ?? `http://${addressForPeople(value.HOST)}:${value.PORT}`;
  return {
    host: value.HOST,
    port: value.PORT,
    /** Absolute. */
    dataDir: path.resolve(value.DATA_DIR),
    /** Unset: the embedded database. */
    databaseUrl: value.DATABASE_URL,
    /** Unset: the primary answers everything. */
    replicaUrl: value.DATABASE_REPLICA_URL,
    /** Unset: mails are written to `outbox`. */
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? `${quoted(value.PRODUCT_NAME)} <no-reply@${mailDomain(publicUrl)}>`,
    /** Domain of the addresses at which citizens answer mails. Unset: nobody can. */
    replyDomain: value.REPLY_DOMAIN,
    /** Mailbox of that domain. Unset: mails come by `npm run receive-mail`. */
    imapUrl: value.IMAP_URL,
    /** Unset: files are kept in the data folder. */
    storageUrl: value.STORAGE_URL,
    storageKeys: keys,
    publicUrl,
    mdaPortalUrl: value.MDA_PORTAL_URL ?? `${publicUrl}/desk/`,
    productName: value.PRODUCT_NAME,
    dataLicense: value.DATA_LICENSE,
    supportEmail: value.SUPPORT_EMAIL,
    supportPhone: value.SUPPORT_PHONE,
    copyright: value.COPYRIGHT ?? `© 2024 ${value.PRODUCT_NAME}`,
    admin:
      value.ADMIN_EMAIL === undefined || value.ADMIN_PASSWORD === undefined
        ? undefined
        : { email: value.ADMIN_EMAIL, password: value.ADMIN_PASSWORD },
    /** Unset: on when the embedded database is new. */
    demo: value.DEMO,
    demoComplaints: value.DEMO_COMPLAINTS,
    demoPassword: value.DEMO_PASSWORD,
    /** Unset: a random one is kept in the data folder. */
    secretKey: value.SECRET_KEY,
    trustProxy: value.TRUST_PROXY as readonly string[],
    /** Whether MFA is required for staff. Unset: with https and without samples (ASVS 6.3.3). */
    staffTotp: value.STAFF_TOTP ?? usualTotp(publicUrl, value),
    /** Unset: staff sign in with their password alone. */
    oidc: providerOf(value),
    /** Keys that encrypt and open backups. Unset: they are not encrypted. */
    backupSeal: { recipient: value.BACKUP_RECIPIENT, identity: value.BACKUP_IDENTITY },
    clamdUrl: value.CLAMD_URL,
    /** Gateways of SMS and USSD. None: no trace of them. */
    channels: value.CHANNELS as readonly ChannelSettings[],
    /** Quotas of one citizen in 24 hours. */
    daily: { complaints: value.DAILY_COMPLAINTS, files: value.DAILY_FILES, megabytes: value.DAILY_MEGABYTES },
    metricsAddress: value.METRICS_ADDRESS,
    timeZone: value.TIME_ZONE,
    weekend: value.WEEKEND,
    insecureHttp: value.ALLOW_INSECURE_HTTP,
    /** Idle and absolute lifetimes in milliseconds; shorter for staff, who handle other people's data. */
    sessions: {
      citizen: { idle: value.CITIZEN_IDLE_HOURS * hour, absolute: value.CITIZEN_SESSION_DAYS * 24 * hour },
      staff: { idle: (value.STAFF_IDLE_MINUTES * hour) / 60, absolute: value.STAFF_SESSION_HOURS * hour },
    },
    /** Complaints and feedback are kept for ever, the people behind complaints need not be. */
    retention: {
      /** Days after which a closed complaint is anonymised. Unset: never. */
      complaintDays: value.RETENTION_COMPLAINT_DAYS,
      auditMonths: value.RETENTION_AUDIT_MONTHS,
      notificationMonths: value.RETENTION_NOTIFICATION_MONTHS,
      outboxDays: value.RETENTION_OUTBOX_DAYS,
    },
    /** Seconds that a mail with news of a complaint waits for more of them. */
    newsWait: value.NEWS_WAIT_SECONDS,
    /** Milliseconds after the notice until staff whose access was widened can read names. Unset: a day, unless DEMO is on. */
    namesDelayMs: (value.NAMES_DELAY_HOURS ?? (value.DEMO ? 0 : 24)) * hour,
    /** Days in which a citizen may ask for a review after a complaint was closed. */
    appealDays: value.APPEAL_DAYS,
    /** Translation service, and the complaints that it may translate. */
    translation: { url: value.TRANSLATE_URL, of: translated(value) },
    witnesses: value.WITNESSES as readonly { readonly key: string; readonly address: string }[],
    /** Private networks that webhooks may reach, also without TLS. */
    webhookNetworks: value.WEBHOOK_NETWORKS as readonly string[],
    logLevel: value.LOG_LEVEL,
  };
}

function providerOf({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, ...value }: Environment) {
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return undefined;
  const name = value.OIDC_NAME ?? new URL(OIDC_ISSUER).hostname;
  const { OIDC_CLAIMS: claims, OIDC_ROLES: roles, OIDC_MDAS: mdas } = value;
  return { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET, name, claims, roles, mdas };
}

function translated({ TRANSLATE_URL, TRANSLATE_ANONYMOUS }: Environment): PortalSettings['translation'] {
  if (TRANSLATE_URL === undefined) return 'none';
  return TRANSLATE_ANONYMOUS ? 'all' : 'not-anonymous';
}

/** Requires MFA with https, unless sample accounts, which share one password, may exist. */
function usualTotp(publicUrl: string, value: Environment): 'required' | 'optional' {
  return publicUrl.startsWith('https:') && !hasSamples(value) ? 'required' : 'optional';
}

const hasSamples = ({ DEMO, DATABASE_URL }: Environment): boolean => DEMO ?? DATABASE_URL === undefined;

function* faultsOfPairs(environment: NodeJS.Dict<string>): Generator<string> {
  const isSet = (name: string) => Boolean(environment[name] || environment[`${name}_FILE`]);
  for (const [setting, other] of [
    ['DATABASE_URL', 'DATABASE_REPLICA_URL'],
    ['ADMIN_PASSWORD', 'ADMIN_EMAIL'],
    ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
    ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
    ['OIDC_CLIENT_SECRET', 'OIDC_ISSUER'],
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
    ['OIDC_ISSUER', 'OIDC_CLIENT_SECRET'],
    ['OIDC_ISSUER', 'OIDC_NAME'],
    ['OIDC_ISSUER', 'OIDC_CLAIMS'],
    ['REPLY_DOMAIN', 'IMAP_URL'],
  ] as const)
    if (!isSet(setting) && isSet(other)) yield `The setting ${setting} is missing: ${other} needs it.`;
}

function* faultsOfMeanings({ OIDC_CLAIMS, OIDC_ROLES, OIDC_MDAS }: Environment): Generator<string> {
  if (OIDC_ROLES && !OIDC_CLAIMS.role) yield 'The setting OIDC_CLAIMS must name a role: OIDC_ROLES needs it.';
  if (OIDC_MDAS && !OIDC_CLAIMS.mda) yield 'The setting OIDC_CLAIMS must name an mda: OIDC_MDAS needs it.';
}

/** Refuses to let an administrator alone make somebody who reads names at once. */
const faultsOfNamesDelay = ({ NAMES_DELAY_HOURS, DEMO }: Environment): string[] =>
  NAMES_DELAY_HOURS === 0 && !DEMO ? ['The setting NAMES_DELAY_HOURS must be at least 1, unless DEMO is on.'] : [];

/** Replaces 0.0.0.0 and ::, which browsers cannot open, by `localhost`. */
const addressForPeople = (host: string): string => (rule.isEverywhere(host) ? 'localhost' : rule.hostInUrl(host));

function mailDomain(publicUrl: string): string {
  const name = new URL(publicUrl).hostname;
  return /^[\d.]+$|^\[/.test(name) ? 'localhost' : name;
}

function quoted(name: string): string {
  return /^[\p{L}\p{N} ]+$/u.test(name) ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`;
}

const ownNames =
  /^(WORKERS$|(APPEAL|BACKUP|BARAZA|ADMIN|CITIZEN|CLAMD|DAILY|DEMO|MAIL|MDA|METRICS|OIDC|RETENTION|SMTP|STAFF|STORAGE|SUPPORT|TRUST)_)/;
const platformNames = /_(SERVICE_(HOST|PORT)(_\w+)?|PORT(_\d+_(TCP|UDP)(_\w+)?)?)$/;

/** Lists misspelled and unknown settings, a line each; other `_FILE` variants would be silently ignored. */
function* unknownNames(names: readonly string[], settings: readonly string[]): Generator<string> {
  for (const name of names.filter((each) => !settings.includes(each))) {
    const similar = settings.find((setting) => isTypo(name, setting));
    if (similar !== undefined) {
      yield `There is no setting ${name}. Did you mean ${similar}?`;
      continue;
    }
    const isInFile = settings.includes(name.replace(/_FILE$/, ''));
    if (!isInFile && (!ownNames.test(name) || platformNames.test(name))) continue;
    const alike = settings.filter((setting) => setting.startsWith(`${name.split('_', 1)[0]}_`)).join(', ');
    yield `There is no setting ${name}.${alike && ` Those that begin so are ${alike}.`}`;
  }
}

/** Short names resemble too many others. */
function isTypo(name: string, setting: string): boolean {
  return setting.length >= 6 && leven(name.toUpperCase(), setting) <= (setting.length < 9 ? 1 : 2);
}
