import { emailForm, weekends } from '@baraza/contract';
import { isIP } from 'node:net';
import { parseVerifierKey } from '@baraza/transparency-log';
import { Decrypter, Encrypter } from 'age-encryption';
import { z } from 'zod';

/* A rule for each kind of setting. Messages continue "The setting NAME "; none repeats the value, which may be a secret. */

const oneLine = z.string().regex(/^[^\p{Cc}]*$/u, 'must not contain line breaks or control characters');

export const shortText = oneLine.trim().min(1, 'must not be blank').max(100, 'must have at most 100 characters');

/** Formats a host for a URL, without the zone of an IPv6 address (`%eth0`). */
export function hostInUrl(value: string): string {
  const address = value.replace(/%.*$/su, '');
  return isIP(address) === 6 ? `[${address}]` : address;
}

/** Whether the host means all addresses of this machine. */
export function isEverywhere(value: string): boolean {
  return ['0.0.0.0', '[::]', '[::ffff:0:0]'].includes(new URL(`http://${hostInUrl(value)}`).hostname);
}

/** Whether a host is this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

/** Whether a URL accepts the host too: 1.2.3.999 is neither an address nor a name. */
const isHostName = (value: string) =>
  /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(value) && URL.canParse(`http://${value}`);

export const host = z
  .string()
  .refine((value) => isIP(value) !== 0 || isHostName(value), 'must be an IP address or a host name, such as 127.0.0.1');

export const domain = z
  .string()
  .refine((value) => isIP(value) === 0 && isHostName(value), 'must be a domain, such as reply.example.org');

/** Builds the rule for a whole number within inclusive bounds. */
export function amount(least: number, most: number) {
  const text = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, text)
    .transform(Number)
    .refine((value) => value >= least && value <= most, text);
}

export const port = amount(1, 65_535);

/** Public key for backups, as `age-keygen` prints it. */
export const recipient = z
  .string()
  .refine((key) => accepts(() => new Encrypter().addRecipient(key)), 'must be the public key that age-keygen prints');

/** Private key for backups, alone or in the file that `age-keygen` writes. */
export const identity = z
  .string()
  .transform((text) => /^AGE-SECRET-KEY-\S+$/m.exec(text)?.[0] ?? '')
  .refine((key) => accepts(() => new Decrypter().addIdentity(key)), 'must be the private key that age-keygen writes');

function accepts(use: () => void): boolean {
  try {
    use();
    return true;
  } catch {
    return false;
  }
}

/** `host:port`, an IPv6 address in brackets. */
export const listenAddress = z
  .string()
  .transform((value) => /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(value))
  .refine((parts) => {
    const [, ipv6, name, number] = parts ?? [];
    return (ipv6 === undefined ? host.safeParse(name).success : isIP(ipv6) === 6) && port.safeParse(number).success;
  }, 'must be an address and a port, such as 127.0.0.1:9464')
  .transform((parts) => ({ host: parts?.[1] ?? parts?.[2] ?? '', port: Number(parts?.[3]) }));

function address(schemes: readonly string[], message: string, accept = (url: URL) => url.hostname !== '') {
  return oneLine.refine((value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    return url !== undefined && schemes.includes(url.protocol) && accept(url);
  }, message);
}

const tlsModes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** Fixes what `sslmode` means: verify-full for prefer, require and verify-ca, as the driver does today. */
export const databaseUrl = address(
  ['postgres:', 'postgresql:'],
  'must be a PostgreSQL address, such as postgres://name:password@host:5432/database',
  (url) => url.pathname.length > 1 && (url.hostname !== '' || url.searchParams.has('host')),
)
  .refine(
    (value) =>
      !URL.canParse(value) || new URL(value).searchParams.getAll('sslmode').every((mode) => tlsModes.includes(mode)),
    `must have one of ${tlsModes.join(', ')} as its sslmode`,
  )
  .transform((value) =>
    new URL(value).searchParams.get('uselibpqcompat') === 'true'
      ? value
      : value.replace(/\?.*/su, (query) =>
          query.replaceAll(/(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|#|$)/gu, 'verify-full'),
        ),
  );

export const smtpUrl = address(['smtp:', 'smtps:'], 'must be an SMTP address, such as smtp://name:password@host:587');

export const imapUrl = address(['imap:', 'imaps:'], 'must be an IMAP address, such as imaps://name:password@host');

export const storageUrl = address(['s3:'], 'must be an S3 address, such as s3://bucket/folder?region=eu-west-1');

/** Refuses placeholders such as `${DOMAIN}` and `*.example.org`, which URLs allow. */
const isReachable = ({ hostname }: URL) => /^(?:[\w.-]+|\[.+\])$/.test(hostname);

export const webAddress = address(
  ['http:', 'https:'],
  'must be a web address, such as https://desk.example.org/',
  isReachable,
);

export const origin = address(
  ['http:', 'https:'],
  'must be a web address without a path, such as https://complaints.example.org',
  (url) => isReachable(url) && url.href === `${url.origin}/`,
).transform((value) => new URL(value).origin);

const mailAddress = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/;

export const email = z
  .string()
  .overwrite(emailForm)
  .regex(mailAddress, 'must be an e-mail address, such as name@example.org');

export const mailbox = oneLine.refine((value) => {
  const named = /^[^<>]*<([^<>]+)>$/.exec(value);
  return mailAddress.test(named?.[1] ?? value);
}, 'must be an e-mail address, such as Baraza <no-reply@example.org>');

export const phone = oneLine.trim().regex(/^\+?[\d ()-]{3,30}$/, 'must be a phone number, such as +234 800 000 0000');

/** Support that nobody answers, until it is set. */
export const exampleSupport = { email: 'support@baraza.example', phone: '+000 000 0000' };

export const password = oneLine.min(8, 'must have at least 8 characters').max(128, 'must have at most 128 characters');

const exampleWords =
  /change|example|secret|password|insecure|replace|placeholder|default|baraza|your[-_ ]?key|test[-_ ]?key|dead_?beef|cafe_?babe|random|sample|openssl|fixme|token|superse|goes[-_ ]?here|this[-_ ]?is|correct[-_ ]?horse|01234567|12345678|abcdefgh|qwertyui/i;

/** Refuses short, repetitive and example keys. */
export const secretKey = z
  .string()
  .refine(
    (value) => value.length >= 32 && new Set(value).size >= 8 && !exampleWords.test(value),
    'must be at least 32 random characters, such as the output of "openssl rand -hex 32"',
  );

export const flag = z.stringbool({
  truthy: ['1', 'true', 'yes', 'on'],
  falsy: ['0', 'false', 'no', 'off'],
  error: 'must be 1 or 0',
});

const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Wider networks than /8, or /7 of IPv6, would let anybody claim any address. */
function isNetwork(value: string): boolean {
  if (namedNetworks.has(value)) return true;
  const [ip = '', bits, ...rest] = value.split('/');
  const family = isIP(ip);
  if (family === 0 || rest.length > 0) return false;
  const [least, most] = family === 4 ? [8, 32] : [7, 128];
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= least && Number(bits) <= most);
}

const entries = z.string().transform((value) => value.split(',').map((entry) => entry.trim()));

export const networks = entries.refine(
  (list) => list.every((entry) => !namedNetworks.has(entry) && isNetwork(entry)),
  'must list networks, such as 10.1.0.0/16 or 192.168.1.5',
);

export const proxies = entries.refine(
  (entries) => entries.every(isNetwork),
  'must list the addresses or networks of your proxies, such as 10.0.0.0/8, 192.168.1.5 or loopback',
);

/** A provider's tokens are worth as much as passwords: http only on this machine. */
export const issuer = address(
  ['http:', 'https:'],
  'must be the https address of your sign-in provider, such as https://login.example.org/realms/staff',
  (url) => isReachable(url) && (url.protocol === 'https:' || isLoopback(url.hostname)) && !url.search && !url.hash,
);

/** Names of the claims that say role and MDA: `role=NAME mda=NAME`. */
export const claims = z
  .string()
  .regex(/^\s*(?:(?:role|mda)=\S+\s*)+$/u, 'must name claims, such as role=baraza_role mda=baraza_mda')
  .transform((value): { role?: string; mda?: string } =>
    Object.fromEntries(
      value
        .trim()
        .split(/\s+/u)
        .map((pair) => pair.split(/=(.*)/u)),
    ),
  );

/** Roles that a claim gives: nobody becomes an administrator by one. */
export const claimRoles = ['officer', 'supervisor', 'oversight'] as const;

/** Reads `VALUE=MEANING; …`: a role or MDA for each value of a claim. A value, such as an LDAP name, may contain `=`. */
const meanings = (isMeaning: (text: string) => boolean, fault: string) =>
  z
    .string()
    .transform((value) =>
      value.split(';').map((pair) => (/^(.+)=([^=]+)$/u.exec(pair) ?? []).slice(1).map((text) => text.trim())),
    )
    .refine((pairs) => pairs.every(([value, meaning = '']) => value && meaning && isMeaning(meaning)), fault)
    .refine((pairs) => new Set(pairs.map(([value]) => value)).size === pairs.length, 'must name each value once')
    .transform((pairs) => pairs as [string, string][]);

export const roleMeanings = meanings(
  (role) => (claimRoles as readonly string[]).includes(role),
  'must say which role a value stands for, such as leads=supervisor; clerks=officer (or oversight)',
);
export const mdaMeanings = meanings(
  () => true,
  'must say which MDA a value stands for, such as roads-staff=Ministry of Roads; water-staff=Ministry of Water',
);

export const staffTotp = z.enum(['required', 'optional'], 'must be required or optional');

/** Address of clamd: TCP or a Unix socket. */
export const clamdUrl = address(
  ['tcp:', 'unix:'],
  'must be the address of clamd, such as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl',
  (url) =>
    url.protocol === 'unix:'
      ? url.hostname === '' && url.pathname.length > 1
      : url.hostname !== '' && url.port !== '' && ['', '/'].includes(url.pathname),
);

export const logLevel = z.enum(
  ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
  'must be one of fatal, error, warn, info, debug, trace or silent',
);

export const timeZone = z.string().refine((value) => {
  try {
    // Throws for unknown zones.
    Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}, 'must be the name of a time zone, such as Africa/Lagos');

export const weekend = z.enum(weekends, `must be one of ${weekends.join('; ')}`);

const witness = oneLine
  .trim()
  .regex(/^\S+ +https?:\/\/\S+$/u, 'must be pairs of a public key and a web address, with commas between them')
  .transform((value, context) => {
    const [key = '', address = ''] = value.split(/ +/u);
    try {
      if (parseVerifierKey(key).use === 'cosigner') return { key, address: webAddress.parse(address) };
    } catch {
      // Reported below.
    }
    context.addIssue('must hold the key and the address that each witness printed when it started');
    return z.NEVER;
  });

/** `KEY ADDRESS, KEY ADDRESS`. */
export const witnesses = z
  .string()
  .transform((value) => value.split(','))
  .pipe(z.array(witness));
