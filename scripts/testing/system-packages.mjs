// Finds programs of the system that the tests need; installs missing ones as root on Debian and its derivatives.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Stop } from '../lib/run.mjs';

const oldestPostgres = 15;

/** Returns the folder with `initdb` and `postgres` of a PostgreSQL server that is new enough. */
export const ensurePostgres = () =>
  ensure(findPostgres, ['postgresql'], `a PostgreSQL server, version ${oldestPostgres} or newer`);

/** Returns the path of a Chromium or Chrome browser. */
export const ensureChromium = () => ensure(findChromium, ['chromium-headless-shell'], 'the browser Chromium or Chrome');

/** Returns the programs that keep three database servers as one, and the folder of PostgreSQL. */
export const ensurePatroni = () => ({
  ...ensure(findPatroni, ['patroni', 'python3-etcd', 'etcd-server', 'haproxy'], 'Patroni, etcd and HAProxy'),
  postgres: ensurePostgres(),
});

/** Returns the program that archives a database server's log, and the folder of PostgreSQL. */
export const ensurePgBackRest = () => ({
  pgbackrest: ensure(() => findProgram('pgbackrest'), ['pgbackrest'], 'pgBackRest'),
  postgres: ensurePostgres(),
});

/** Makes sure that an image can be built and run without an engine. */
export const ensureContainerTools = () =>
  ensure(
    () => ['buildah', 'bwrap', 'debootstrap'].every(findProgram) || undefined,
    ['buildah', 'bubblewrap', 'debootstrap'],
    'buildah, bubblewrap and debootstrap',
  );

/** Returns the path of Go, whose library `golang.org/x/mod/sumdb` lies beside it. */
export const ensureGoSumdb = () =>
  ensure(findGoSumdb, ['golang-go', 'golang-golang-x-mod-dev'], 'Go with the library golang.org/x/mod');

/** Returns the path of a checker of XML. */
export const ensureXmllint = () => ensure(() => findProgram('xmllint'), ['libxml2-utils'], 'xmllint');

/** Returns the path of Perl with a client of HTTP and a parser of XML. */
export const ensurePerl = () =>
  ensure(findPerl, ['libwww-perl', 'libxml-simple-perl'], 'Perl with LWP and XML::Simple');

function findPerl() {
  const perl = findProgram('perl');
  const hasBoth = perl && spawnSync(perl, ['-MLWP::UserAgent', '-MXML::Simple', '-e1']).status === 0;
  return hasBoth ? perl : undefined;
}

/** Returns the path of a server of mailboxes. */
export const ensureDovecot = () => ensure(() => findProgram('dovecot'), ['dovecot-imapd'], 'Dovecot');

/** Returns the path of a server that passes mails on. */
export const ensureExim = () => ensure(() => findProgram('exim4'), ['exim4-daemon-light'], 'Exim');

/** Returns the programs of an SMS gateway, and one that stands in for phones. */
export const ensureKannel = () => ensure(findKannel, ['kannel', 'kannel-extras'], 'Kannel with fakesmsc');

function findKannel() {
  const fakesmsc = '/usr/lib/kannel/test/fakesmsc';
  const [bearerbox, smsbox] = ['bearerbox', 'smsbox'].map(findProgram);
  return bearerbox && smsbox && isProgram(fakesmsc) ? { bearerbox, smsbox, fakesmsc } : undefined;
}

/** Returns the folders with mails that other projects collected. */
export const ensureMails = () =>
  ensure(
    findMails,
    ['libpython3.11-testsuite', 'python3-flufl.bounce', 'golang-github-jhillyerd-enmime-dev'],
    'the mails of Python, flufl.bounce and enmime',
  );

function findMails() {
  const folders = {
    email: '/usr/lib/python3.11/test/test_email/data',
    bounce: '/usr/lib/python3/dist-packages/flufl/bounce/tests/data',
    enmime: '/usr/share/gocode/src/github.com/jhillyerd/enmime/testdata',
  };
  return Object.values(folders).every((folder) => existsSync(folder)) ? folders : undefined;
}

function findGoSumdb() {
  return existsSync('/usr/share/gocode/src/golang.org/x/mod/sumdb') ? findProgram('go') : undefined;
}

function findPatroni() {
  const [patroni, etcd, haproxy] = ['patroni', 'etcd', 'haproxy'].map(findProgram);
  return patroni && etcd && haproxy ? { patroni, etcd, haproxy } : undefined;
}

function findProgram(name) {
  return ['/usr/bin', '/usr/sbin', '/usr/local/bin'].map((folder) => path.join(folder, name)).find(isProgram);
}

function findPostgres() {
  const versions = readFolder('/usr/lib/postgresql')
    .map(Number)
    .filter((version) => version >= oldestPostgres);
  const debian = versions.toSorted((a, b) => b - a).map((version) => `/usr/lib/postgresql/${version}/bin`);
  const homebrew = ['/opt/homebrew/opt', '/usr/local/opt'].flatMap((folder) =>
    readFolder(folder)
      .filter((name) => Number(name.split('@')[1]) >= oldestPostgres && name.startsWith('postgresql@'))
      .map((name) => path.join(folder, name, 'bin')),
  );
  return [...debian, ...homebrew].find(
    (folder) => isProgram(path.join(folder, 'initdb')) && isProgram(path.join(folder, 'postgres')),
  );
}

function findChromium() {
  // The shell draws no window of its own: the journeys take a fifth less time than with the whole browser.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(path.delimiter).concat('/usr/bin', '/snap/bin');
  const onMac = ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  const candidates = [
    process.env.CHROMIUM,
    ...names.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    ...onMac,
  ];
  return candidates.find((file) => file !== undefined && isProgram(file));
}

function ensure(find, packages, what) {
  const found = find();
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0 || !isDebian())
    throw new Stop(`The tests need ${what}. Please install it, then try again.`);
  console.error(`Installing ${packages.join(', ')} for the tests. This takes a minute or two.`);
  apt('update');
  withoutServices(() => apt('install', '--yes', '--no-install-recommends', ...packages));
  const installed = find();
  if (installed === undefined) throw new Stop(`${packages.join(', ')} was installed, but ${what} is still missing.`);
  return installed;
}

const servicePolicy = '/usr/sbin/policy-rc.d';

/** Keeps Debian from starting the services of installed programs. */
function withoutServices(work) {
  if (existsSync(servicePolicy)) return work();
  writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return work();
  } finally {
    rmSync(servicePolicy);
  }
}

function apt(...words) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stderr } = spawnSync('apt-get', ['-qq', ...words], { env, encoding: 'utf8', stdio: 'pipe' });
  if (status !== 0) throw new Stop(`apt-get ${words[0]} failed: ${stderr?.trim().split('\n').at(-1)}`);
}

function isDebian() {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(release);
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function readFolder(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}
