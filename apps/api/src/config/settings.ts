import path from 'node:path';
import { z } from 'zod';
import { hostInUrl, isEverywhere } from './host.ts';
import { StartupError } from './startup-error.ts';
import * as rule from './setting-rules.ts';

/** What is wrong with a setting: one line that names it and says what it may be. */
export interface Fault {
  readonly setting: string;
  readonly line: string;
}

/** Settings that are missing or not allowed, each on a line of its own: whoever mends one at a time starts many times. */
export class SettingsError extends StartupError {
  override readonly name = 'SettingsError';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(({ line }) => line).join('\n'));
    this.faults = faults;
  }
}

const Environment = z.object({
  HOST: rule.host.default('127.0.0.1'),
  PORT: rule.port.default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: rule.databaseUrl.optional(),
  SMTP_URL: rule.smtpUrl.optional(),
  MAIL_FROM: rule.mailbox.optional(),
  STORAGE_URL: rule.storageUrl.optional(),
  PUBLIC_URL: rule.origin.optional(),
  MDA_PORTAL_URL: rule.webAddress.optional(),
  PRODUCT_NAME: rule.shortText.default('Baraza'),
  SUPPORT_EMAIL: rule.email.default('support@baraza.example'),
  SUPPORT_PHONE: rule.phone.default('+000 000 0000'),
  COPYRIGHT: rule.shortText.optional(),
  ADMIN_EMAIL: rule.email.optional(),
  ADMIN_PASSWORD: rule.password.optional(),
  DEMO: rule.flag.optional(),
  DEMO_PASSWORD: rule.password.optional(),
  SECRET_KEY: rule.secretKey.optional(),
  TRUST_PROXY: rule.proxies.default([]),
  STAFF_TOTP: rule.staffTotp.optional(),
  CLAMD_URL: rule.clamdUrl.optional(),
  DAILY_COMPLAINTS: rule.amount(1, 1_000_000).default(200),
  DAILY_FILES: rule.amount(1, 1_000_000).default(500),
  DAILY_MEGABYTES: rule.amount(1, 1_000_000).default(1_000),
  METRICS_ADDRESS: rule.listenAddress.optional(),
  WORKERS: rule.workers.default(1),
  TIME_ZONE: rule.timeZone.default('UTC'),
  ALLOW_INSECURE_HTTP: rule.flag.default(false),
  STAFF_IDLE_MINUTES: rule.amount(5, 720).default(15),
  STAFF_SESSION_HOURS: rule.amount(1, 24).default(12),
  CITIZEN_IDLE_HOURS: rule.amount(1, 168).default(12),
  CITIZEN_SESSION_DAYS: rule.amount(1, 30).default(7),
  RETENTION_COMPLAINT_DAYS: rule.amount(30, 36_500).optional(),
  RETENTION_AUDIT_MONTHS: rule.amount(1, 600).default(24),
  RETENTION_NOTIFICATION_MONTHS: rule.amount(1, 600).default(12),
  RETENTION_OUTBOX_DAYS: rule.amount(1, 3_650).default(90),
  LOG_LEVEL: rule.logLevel.default('info'),
});

/** The names of all settings. */
export const settingNames = Object.keys(Environment.shape);

/** How long a session lives unused, and at most, in milliseconds. */
export interface SessionLife {
  readonly idle: number;
  readonly absolute: number;
}

/** Everything that can be set from outside, checked and with its defaults. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** Unset: the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Unset: mails are files in `outbox`. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Unset: files are kept in the data folder. */
  readonly storageUrl: string | undefined;
  /** Where people reach the server; never ends with a slash. */
  readonly publicUrl: string;
  readonly mdaPortalUrl: string;
  readonly productName: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly copyright: string;
  /** The first administrator, made at start when there is none. */
  readonly admin: { readonly email: string; readonly password: string } | undefined;
  /** Unset: on when the embedded database is new. */
  readonly demo: boolean | undefined;
  readonly demoPassword: string | undefined;
  /** Unset: a random one is kept in the data folder. */
  readonly secretKey: string | undefined;
  /** Addresses and networks of the proxies whose forwarding headers are believed. */
  readonly trustProxy: readonly string[];
  /** Whether every member of staff needs a second step, or who wants one. Unset: required where people come by https (ASVS 6.3.3). */
  readonly staffTotp: 'required' | 'optional';
  /** The virus scanner that every file goes through; unset: none does. */
  readonly clamdUrl: string | undefined;
  /** What one citizen may send in 24 hours. */
  readonly daily: { readonly complaints: number; readonly files: number; readonly megabytes: number };
  /** Where metrics are read, apart from everything else. Unset: at `/metrics`, by this computer alone. */
  readonly metricsAddress: { readonly host: string; readonly port: number } | undefined;
  /** How many processes serve requests. */
  readonly workers: number;
  /** In which working days begin and end. IANA name. */
  readonly timeZone: string;
  /** Plain http although other computers get in. */
  readonly insecureHttp: boolean;
  /** Staff handle other people's data: theirs are shorter. */
  readonly sessions: { readonly citizen: SessionLife; readonly staff: SessionLife };
  /** How long what is kept. Complaints and feedback are kept for ever, but not who sent a complaint. */
  readonly retention: {
    /** After how many days a closed complaint loses its person. Unset: never. */
    readonly complaintDays: number | undefined;
    readonly auditMonths: number;
    readonly notificationMonths: number;
    readonly outboxDays: number;
  };
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

/**
 * Reads every setting from the environment, once. An empty value counts as unset.
 * @throws SettingsError naming every setting that is not allowed.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const read = Environment.safeParse(given);
  const faults = [...(read.success ? [] : faultsOf(read.error)), ...faultsOfAdmin(given)];
  if (!read.success || faults.length > 0) throw new SettingsError(faults);
  const value = read.data;
  const publicUrl = value.PUBLIC_URL ?? `http://${addressForPeople(value.HOST)}:${value.PORT}`;
  return {
    host: value.HOST,
    port: value.PORT,
    dataDir: path.resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? `${quoted(value.PRODUCT_NAME)} <no-reply@${mailDomain(publicUrl)}>`,
    storageUrl: value.STORAGE_URL,
    publicUrl,
    mdaPortalUrl: value.MDA_PORTAL_URL ?? `${publicUrl}/desk/`,
    productName: value.PRODUCT_NAME,
    supportEmail: value.SUPPORT_EMAIL,
    supportPhone: value.SUPPORT_PHONE,
    copyright: value.COPYRIGHT ?? `© 2024 ${value.PRODUCT_NAME}`,
    admin:
      value.ADMIN_EMAIL === undefined || value.ADMIN_PASSWORD === undefined
        ? undefined
        : { email: value.ADMIN_EMAIL, password: value.ADMIN_PASSWORD },
    demo: value.DEMO,
    demoPassword: value.DEMO_PASSWORD,
    secretKey: value.SECRET_KEY,
    trustProxy: value.TRUST_PROXY,
    staffTotp: value.STAFF_TOTP ?? usualTotp(publicUrl, value),
    clamdUrl: value.CLAMD_URL,
    daily: { complaints: value.DAILY_COMPLAINTS, files: value.DAILY_FILES, megabytes: value.DAILY_MEGABYTES },
    metricsAddress: value.METRICS_ADDRESS,
    workers: value.WORKERS,
    timeZone: value.TIME_ZONE,
    insecureHttp: value.ALLOW_INSECURE_HTTP,
    sessions: {
      citizen: { idle: value.CITIZEN_IDLE_HOURS * hour, absolute: value.CITIZEN_SESSION_DAYS * 24 * hour },
      staff: { idle: (value.STAFF_IDLE_MINUTES * hour) / 60, absolute: value.STAFF_SESSION_HOURS * hour },
    },
    retention: {
      complaintDays: value.RETENTION_COMPLAINT_DAYS,
      auditMonths: value.RETENTION_AUDIT_MONTHS,
      notificationMonths: value.RETENTION_NOTIFICATION_MONTHS,
      outboxDays: value.RETENTION_OUTBOX_DAYS,
    },
    logLevel: value.LOG_LEVEL,
  };
}

const hour = 3_600_000;

/** An address with https is that of a real portal, unless there are sample accounts, which share one password: asked for, or by default. */
function usualTotp(
  publicUrl: string,
  { DEMO, DATABASE_URL }: Pick<z.infer<typeof Environment>, 'DEMO' | 'DATABASE_URL'>,
): Settings['staffTotp'] {
  const hasSamples = DEMO ?? DATABASE_URL === undefined;
  return publicUrl.startsWith('https:') && !hasSamples ? 'required' : 'optional';
}

/** One for each setting: what follows from a first fault is none of its own. */
function faultsOf({ issues }: z.ZodError): Fault[] {
  const first = new Map<string, string>();
  for (const { path: names, message } of issues) {
    const setting = String(names[0]);
    if (!first.has(setting)) first.set(setting, message);
  }
  return [...first].map(([setting, message]) => ({ setting, line: `The setting ${setting} ${message}.` }));
}

function* faultsOfAdmin(given: Readonly<Record<string, string | undefined>>): Generator<Fault> {
  for (const [setting, other] of [
    ['ADMIN_PASSWORD', 'ADMIN_EMAIL'],
    ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ] as const)
    if (given[setting] === undefined && given[other] !== undefined)
      yield { setting, line: `The setting ${setting} is missing: ${other} needs it.` };
}

/** Nobody can open 0.0.0.0 or :: in a browser; on this computer `localhost` reaches both. */
function addressForPeople(host: string): string {
  return isEverywhere(host) ? 'localhost' : hostInUrl(host);
}

/** A mail address cannot end in a bare IP address. */
function mailDomain(publicUrl: string): string {
  const name = new URL(publicUrl).hostname;
  return /^[\d.]+$|^\[/.test(name) ? 'localhost' : name;
}

/** A display name as a quoted string, so that no character of it is read as mail syntax. */
function quoted(name: string): string {
  return /^[\p{L}\p{N} ]+$/u.test(name) ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`;
}
