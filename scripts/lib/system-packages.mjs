// Programs of the operating system that the tests need: found where they are or, as root on Debian and its kin, installed.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const oldestPostgres = 15;

/** The folder with `initdb` and `postgres` of a PostgreSQL server that is new enough. */
export function ensurePostgres() {
  return (
    findPostgres() ?? install('postgresql', findPostgres, `a PostgreSQL server, version ${oldestPostgres} or newer`)
  );
}

/** The path of a Chromium or Chrome browser. */
export function ensureChromium() {
  return findChromium() ?? install('chromium', findChromium, 'the browser Chromium or Chrome');
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
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(path.delimiter).concat('/usr/bin', '/snap/bin');
  const onMac = ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  const candidates = [
    process.env.CHROMIUM,
    ...names.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    ...onMac,
  ];
  return candidates.find((file) => file !== undefined && isProgram(file));
}

function install(name, find, what) {
  if (process.getuid?.() !== 0 || !isDebian())
    throw new Error(`The tests need ${what}. Please install it, then try again.`);
  console.error(`Installing ${name} for the tests. This takes a minute or two.`);
  apt('update');
  apt('install', '--yes', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', name);
  const found = find();
  if (found === undefined) throw new Error(`The package ${name} was installed, but ${what} is still missing.`);
  return found;
}

function apt(...words) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, error, stdout, stderr } = spawnSync('apt-get', ['-qq', ...words], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0)
    throw new Error(`apt-get ${words[0]} failed: ${error?.message ?? (stderr || stdout).trim().split('\n').at(-1)}`);
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
