import path from 'node:path';
import { z } from 'zod';
import { hostInUrl, isEverywhere } from './host.ts';
import { StartupError } from './startup-error.ts';
import * as rule from './setting-rules.ts';

/** A wrong setting, with one line that names it and the allowed values. */
export interface Fault {
  readonly setting: string;
  readonly line: string;
}

/** All missing or wrong settings, one line each. */
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

/** Names of all settings. */
export const settingNames = Object.keys(Environment.shape);

/** Idle and absolute lifetime of a session, in milliseconds. */
export interface SessionLife {
  readonly idle: number;
  readonly absolute: number;
}

/** All settings, checked and with defaults. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** Unset: the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Unset: mails are written to `outbox`. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Unset: files are kept in the data folder. */
  readonly storageUrl: string | undefined;
  /** Public address, without a final slash. */
  readonly publicUrl: string;
  readonly mdaPortalUrl: string;
  readonly productName: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly copyright: string;
  /** First administrator, created at a start when there is none. */
  readonly admin: { readonly email: string; readonly password: string } | undefined;
  /** Unset: on when the embedded database is new. */
  readonly demo: boolean | undefined;
  readonly demoPassword: string | undefined;
  /** Unset: a random one is kept in the data folder. */
  readonly secretKey: string | undefined;
  /** Addresses and networks of trusted proxies. */
  readonly trustProxy: readonly string[];
  /** Whether MFA is required for staff. Unset: with https and without samples (ASVS 6.3.3). */
  readonly staffTotp: 'required' | 'optional';
  /** Virus scanner for all files; unset: none. */
  readonly clamdUrl: string | undefined;
  /** Quotas of one citizen in 24 hours. */
  readonly daily: { readonly complaints: number; readonly files: number; readonly megabytes: number };
  /** Address for metrics. Unset: none. */
  readonly metricsAddress: { readonly host: string; readonly port: number } | undefined;
  /** Number of processes that serve requests. */
  readonly workers: number;
  /** IANA time zone of working days. */
  readonly timeZone: string;
  /** Allows plain http on a public address. */
  readonly insecureHttp: boolean;
  /** Staff sessions are shorter, since staff handle other people's data. */
  readonly sessions: { readonly citizen: SessionLife; readonly staff: SessionLife };
  /** Retention. Complaints and feedback stay for ever, the person behind a complaint need not. */
  readonly retention: {
    /** Days after which a closed complaint is anonymised. Unset: never. */
    readonly complaintDays: number | undefined;
    readonly auditMonths: number;
    readonly notificationMonths: number;
    readonly outboxDays: number;
  };
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

/**
 * Reads all settings from the environment; empty values count as unset.
 * @throws SettingsError with a line for each wrong setting.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const read = Environment.safeParse(set);
  const faults = [...(read.success ? [] : faultsOf(read.error)), ...faultsOfAdmin(set)];
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

/** Requires MFA with https, unless sample accounts, which share one password, may exist. */
function usualTotp(
  publicUrl: string,
  { DEMO, DATABASE_URL }: Pick<z.infer<typeof Environment>, 'DEMO' | 'DATABASE_URL'>,
): Settings['staffTotp'] {
  const hasSamples = DEMO ?? DATABASE_URL === undefined;
  return publicUrl.startsWith('https:') && !hasSamples ? 'required' : 'optional';
}

/** Reports the first fault of each setting. */
function faultsOf({ issues }: z.ZodError): Fault[] {
  const first = new Map<string, string>();
  for (const { path: names, message } of issues) {
    const setting = String(names[0]);
    if (!first.has(setting)) first.set(setting, message);
  }
  return [...first].map(([setting, message]) => ({ setting, line: `The setting ${setting} ${message}.` }));
}

function* faultsOfAdmin(set: Readonly<Record<string, string | undefined>>): Generator<Fault> {
  for (const [setting, other] of [
    ['ADMIN_PASSWORD', 'ADMIN_EMAIL'],
    ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ] as const)
    if (set[setting] === undefined && set[other] !== undefined)
      yield { setting, line: `The setting ${setting} is missing: ${other} needs it.` };
}

/** Replaces 0.0.0.0 and ::, which browsers cannot open, by `localhost`. */
function addressForPeople(host: string): string {
  return isEverywhere(host) ? 'localhost' : hostInUrl(host);
}

/** Domain for mail addresses; `localhost` for IP addresses. */
function mailDomain(publicUrl: string): string {
  const name = new URL(publicUrl).hostname;
  return /^[\d.]+$|^\[/.test(name) ? 'localhost' : name;
}

/** Quotes a display name, so that it is not parsed as mail syntax. */
function quoted(name: string): string {
  return /^[\p{L}\p{N} ]+$/u.test(name) ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`;
}
