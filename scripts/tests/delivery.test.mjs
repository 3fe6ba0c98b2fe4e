// What operators get, the archive and the image, made and started as they would.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@baraza/local-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../lib/run.mjs';
import { ensureContainerTools } from '../testing/system-packages.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'baraza-delivery-'));
const at = (...parts) => path.join(folder, ...parts);
const slow = { tags: ['full'], timeout: 1_800_000, skip: process.getuid?.() !== 0 };
let postgres;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  const parameters = { unix_socket_permissions: '0777' };
  postgres = await startEmbeddedPostgres(at('database'), { parameters, initdb: ['--locale=C', '--auth=trust'] });
  for (const way of [at('database'), postgres.connection.host]) chmodSync(way, 0o755);
}, 120_000);
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

test('two checkouts make the same archive, and nobody’s process serves the portal from it', slow, async () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of [...files.filter((name) => existsSync(path.join(root, name))), '.git'])
    cpSync(path.join(root, file), at('again', file), { recursive: true });
  const [here, again] = [root, at('again')].map(pack);
  expect(hash(again)).toBe(hash(here));

  mkdirSync(at('opt'));
  execFileSync('tar', ['-C', at('opt'), '--strip-components=1', '-xzf', here]);
  copyFileSync(process.execPath, at('node'));
  const command = [at('node'), 'apps/api/dist/main.js'];
  await serves(asUser(65_534, command), { cwd: at('opt'), data: privateTo(65_534, 'of-archive'), port: 3291 });
});

test('the image runs on a read-only root as its own user, and holds no build tool', slow, async () => {
  ensureContainerTools();
  const [, base] = /^FROM (node:\S+) AS/m.exec(readFileSync(path.join(root, 'deploy/Containerfile'), 'utf8'));
  makeBase(`docker.io/library/${base}`);
  buildah('build', '--isolation=chroot', '--pull-never', '--format=docker', '-f=deploy/Containerfile', '-t=it', root);
  expect(sizeOf('it') - sizeOf(base)).toBeLessThan(250);
  const mounted = buildah('mount', buildah('from', '--pull-never', 'it'));
  for (const name of ['gcc', 'make', 'python3']) expect(existsSync(path.join(mounted, 'usr/bin', name))).toBe(false);
  expect(execFileSync('find', [path.join(mounted, 'app'), '!', '-user', 'root'], { encoding: 'utf8' })).toBe('');
  const { User, Cmd, Healthcheck } = JSON.parse(buildah('inspect', '--type=image', 'it')).Docker.config;
  expect([User, Healthcheck.Retries]).toEqual(['10001:10001', 3]);

  const data = privateTo(10_001, 'of-image');
  const { host } = postgres.connection;
  const places = `--ro-bind ${mounted} / --tmpfs /tmp --bind ${data} /data --ro-bind ${host} /tmp/database --proc /proc --dev /dev`;
  const inside = ['bwrap', ...places.split(' '), '--unshare-pid', '--die-with-parent', '--chdir', '/app'];
  await serves([...inside, ...asUser(10_001, Cmd)], { data: '/data/baraza', host: '/tmp/database', port: 3292 });
});

/** Returns an archive's path. */
function pack(checkout) {
  // As in a shell of its own: builds differ with NODE_ENV, which is `test` here, and npm's settings with the Node that runs it.
  const PATH = process.env.PATH.split(':')
    .filter((part) => !part.includes('node_modules'))
    .join(':');
  execFileSync('npm', ['run', 'package'], { cwd: checkout, env: { PATH, HOME: homedir() } });
  const { version } = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8'));
  return path.join(checkout, 'test-results', `baraza-${version}-${process.platform}-${process.arch}.tar.gz`);
}

const hash = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Makes a folder that a user alone can read. */
function privateTo(uid, name) {
  mkdirSync(at(name), { mode: 0o700 });
  chownSync(at(name), uid, uid);
  return at(name);
}

const asUser = (uid, command) => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${uid}`,
  '--clear-groups',
  '--inh-caps=-all',
  '--no-new-privs',
  ...command,
];

/** Starts a server on an empty database; expects it to become ready, to serve both apps and to end in peace. */
async function serves([program, ...words], { cwd, data, host = postgres.connection.host, port }) {
  const { user, database } = postgres.connection;
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: '/tmp',
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: data,
    DATABASE_URL: `postgresql:///${database}?${new URLSearchParams({ host, user })}`,
    PUBLIC_URL: 'https://complaints.example.org',
    SMTP_URL: 'smtp://127.0.0.1:1025',
    SECRET_KEY: '5b0f8d3e9c1a7246f0e1d2c3b4a59687',
    ADMIN_EMAIL: 'root@example.org',
    ADMIN_PASSWORD: 'nine hills and a river',
    SUPPORT_EMAIL: 'help@example.org',
    SUPPORT_PHONE: '+234 800 000 0000',
  };
  const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const read = (url) =>
    fetch(`http://127.0.0.1:${port}${url}`).then(
      ({ status }) => status,
      () => 0,
    );
  try {
    await expect.poll(() => read('/health/ready'), { timeout: 90_000 }).toBe(200);
    expect([await read('/'), await read('/desk/')]).toEqual([200, 200]);
  } catch (error) {
    throw new Error(`The server was not ready. It said: ${output}`, { cause: error });
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  expect(output).toContain('Baraza is ready');
}

const buildah = (...words) => {
  const store = [`--root=${at('store')}`, `--runroot=${at('run')}`, '--storage-driver=vfs'];
  return execFileSync('buildah', [...store, ...words], { encoding: 'utf8', maxBuffer: 1e8 }).trim();
};

/** Megabytes, as buildah tells them. */
const sizeOf = (image) => Number.parseFloat(JSON.parse(buildah('images', '--json', image))[0].size);

/** Makes what stands in for the base image, since no registry of images is asked: Debian with the Node and npm that run here. */
function makeBase(name) {
  const base = at('base');
  execFileSync(
    'unshare',
    ['--mount', 'debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', base],
    {
      stdio: 'ignore',
    },
  );
  const local = path.join(base, 'usr/local');
  copyFileSync(process.execPath, path.join(local, 'bin/node'));
  const npm = path.dirname(path.dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())));
  cpSync(npm, path.join(local, 'lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(local, 'bin/npm'));
  // npm in there trusts whom this machine trusts.
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  copyFileSync(certificates, path.join(base, certificates));
  writeFileSync(path.join(base, 'root/.npmrc'), `cafile=${certificates}\n`);
  const made = buildah('from', 'scratch');
  buildah('copy', '--quiet', made, `${base}/`, '/');
  buildah('config', '--env=PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', made);
  buildah('commit', '--quiet', '--rm', made, name);
}
