import { isIP } from 'node:net';
import { isEverywhere, overlap } from './host.ts';
import { type Fault, type Settings, settingNames } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Lists warnings about settings, one line each. */
export function warningsOf(settings: Settings, environment: Environment): string[] {
  return [...warningsOfSettings(settings), ...warningsOfNode(environment)];
}

/** Warns of Node options that open a debugger or disable certificate checks. */
function* warningsOfNode(environment: Environment): Generator<string> {
  if (/--inspect/u.test(environment['NODE_OPTIONS'] ?? '')) {
    yield 'Warning: --inspect in NODE_OPTIONS lets whoever reaches that port do as this server, without a password.';
  }
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
  yield 'Warning: NODE_TLS_REJECT_UNAUTHORIZED=0 lets anybody on the way pose as the database, the mail server or the storage.';
}

/**
 * Lists combinations of settings that send passwords unencrypted, or use one port twice.
 * A loopback PUBLIC_URL with a public HOST is allowed, as in a container whose port is not published.
 */
export function* dangersOf(settings: Settings, environment: Environment): Generator<Fault> {
  yield* clashesOf(settings);
  const { host, publicUrl, mdaPortalUrl, insecureHttp } = settings;
  if (insecureHttp) return;
  const { protocol, hostname } = new URL(publicUrl);
  const desk = new URL(mdaPortalUrl);
  if (protocol === 'https:') {
    if (desk.protocol === 'https:' || isLoopback(desk.hostname)) return;
    yield {
      setting: 'MDA_PORTAL_URL',
      line: 'The setting MDA_PORTAL_URL must begin with https://, as PUBLIC_URL does: passwords and invitations of staff would travel readable.',
    };
  } else if (!isLoopback(host) && !(environment['PUBLIC_URL'] && isLoopback(hostname))) {
    yield {
      setting: 'PUBLIC_URL',
      line: `The setting PUBLIC_URL must begin with https:// where HOST (${host}) lets other computers in: passwords would travel readable. Put a proxy with TLS before the server, or set ALLOW_INSECURE_HTTP=1.`,
    };
  }
}

/** Refuses one port for both addresses, before anything has been changed. */
function* clashesOf({ host, port, metricsAddress }: Settings): Generator<Fault> {
  if (metricsAddress?.port !== port || !overlap(host, metricsAddress.host)) return;
  yield { setting: 'METRICS_ADDRESS', line: `The setting METRICS_ADDRESS must have another port than PORT (${port}).` };
}

function* warningsOfSettings(settings: Settings): Generator<string> {
  const { publicUrl, demo, databaseUrl, metricsAddress, staffTotp } = settings;
  if (publicUrl.startsWith('http:') && isOpenToOthers(settings)) {
    yield 'Warning: people may reach this server without https, and their passwords travel readable. PUBLIC_URL should begin with https://.';
  }
  if (demo === true && isOpenToOthers(settings)) yield demoWarning;
  // Sample accounts bring a warning of their own.
  else if (
    staffTotp === 'optional' &&
    publicUrl.startsWith('https:') &&
    (demo === false || databaseUrl !== undefined)
  ) {
    yield 'Warning: a password alone opens the desk. STAFF_TOTP=required asks the staff for a second step.';
  }
  if (metricsAddress && isEverywhere(metricsAddress.host)) {
    yield 'Warning: METRICS_ADDRESS answers to whoever reaches any address of this computer, without a password. Name the address of the operators’ network, or keep others from the port.';
  }
}

/** Whether other machines can reach the server, directly or through a local proxy. */
export function isOpenToOthers({ host, publicUrl }: Settings): boolean {
  return !(isLoopback(host) && isLoopback(new URL(publicUrl).hostname));
}

/** Warning for sample accounts that other machines can reach. */
export const demoWarning =
  'Warning: the sample accounts are open to everybody who reaches this server and knows their password. Never with complaints of real people.';

/** Whether a host means this machine only. */
function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

/** Prefixes of our settings; unknown names with them are refused. */
const ours = /^(BARAZA|ADMIN|CITIZEN|CLAMD|DAILY|DEMO|MAIL|MDA|METRICS|RETENTION|SMTP|STAFF|STORAGE|SUPPORT|TRUST)_/;
/** `_FILE` variants, which other programs read; here they would be silently ignored. */
const inFile = new Set(settingNames.map((name) => `${name}_FILE`));
/** Names that container platforms inject for services. */
const ofPlatform = /_(SERVICE_(HOST|PORT)(_\w+)?|PORT(_\d+_(TCP|UDP)(_\w+)?)?)$/;

/** Lists misspelled and unknown settings. */
export function* unknownNames(environment: Environment): Generator<Fault> {
  const known = new Set<string>(settingNames);
  for (const [name, value] of Object.entries(environment)) {
    if (known.has(name) || !value) continue;
    const meant = settingNames.find((setting) => isSlip(name, setting));
    if (meant !== undefined) {
      yield { setting: meant, line: `There is no setting ${name}. Did you mean ${meant}?` };
      continue;
    }
    if (!inFile.has(name) && (!ours.test(name) || ofPlatform.test(name))) continue;
    const [first = ''] = name.split('_', 1);
    const alike = settingNames.filter((setting) => setting.startsWith(`${first}_`)).join(', ');
    yield { setting: name, line: `There is no setting ${name}.${alike && ` Those that begin so are ${alike}.`}` };
  }
}

/** Whether a name is a typo of a setting: one edit, two in long names, only swaps in short ones. */
function isSlip(name: string, meant: string): boolean {
  if (meant.length < 6) return name.length === meant.length && distance(name, meant) === 1 && isSwap(name, meant);
  return distance(name.toUpperCase(), meant) <= (meant.length < 9 ? 1 : 2);
}

function isSwap(a: string, b: string): boolean {
  return a.split('').toSorted().join('') === b.split('').toSorted().join('');
}

/** Edit distance with adjacent swaps as one edit (Damerau-Levenshtein). */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const above = rows[i - 1] as number[];
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((above[j] ?? 9) + 1, (row[j - 1] ?? 9) + 1, (above[j - 1] ?? 9) + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 9) + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 9;
}
