import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readText } from '../testing/facts.mjs';
import { sandbox } from './sandbox.mjs';

const script = path.join('scripts', 'start.mjs');
let box;

beforeEach(() => {
  box = sandbox();
});

afterEach(() => box.discard());

test('`npm start` builds everything the first time, nothing the second, and starts each time', async () => {
  const first = await box.start([script]).ended;
  expect(first.output).toBe(
    `Building the server, the portal, the desk. This takes some seconds.\nserver ${process.version}\n`,
  );
  expect(box.calls().toSorted()).toEqual([
    'rolldown --config rolldown.config.ts --log-level warn',
    'vite build --logLevel warn',
    'vite build --logLevel warn',
  ]);
  const second = await box.start([script]).ended;
  expect(second).toMatchObject({ code: 0, output: `server ${process.version}\n` });
  expect(box.calls()).toEqual([]);
});

test('`npm start` compresses built files if that makes them smaller', async () => {
  await box.start([script]).ended;
  expect(box.read('apps/web/dist/app.js.br').length).toBeGreaterThan(0);
  expect(box.read('apps/web/dist/app.js.gz').length).toBeGreaterThan(0);
  expect(box.read('apps/web/dist/index.html.gz')).toBe('');
});

const nothing = `server ${process.version}`;

test.each([
  ['packages/local-postgres/src/a.ts', 'Building the server. This takes some seconds.'],
  ['packages/ui/src/a.ts', 'Building the portal, the desk. This takes some seconds.'],
  ['packages/contract/src/new.ts', 'Building the server, the portal, the desk. This takes some seconds.'],
  ['apps/web/src/a.test.ts', nothing],
])('after a change of %s the next start prints: %s', async (file, firstLine) => {
  await box.start([script]).ended;
  box.write(file, 'two');
  const { output } = await box.start([script]).ended;
  expect(output.split('\n')[0]).toBe(firstLine);
});

test('`npm start` names wrong settings before it builds', async () => {
  const refusing = `export const readStartSettings = ({ PORT }) => { if (PORT === 'eighty') throw new Error('PORT is wrong.'); };`;
  box.write('apps/api/src/start/start-settings.ts', refusing);
  expect(await box.start([script], { PORT: 'eighty' }).ended).toMatchObject({ code: 1, output: 'PORT is wrong.\n' });
  expect(box.calls()).toEqual([]);
  expect((await box.start([script], { PORT: '80' }).ended).code).toBe(0);
});

test('`npm start` builds a missing app again', async () => {
  await box.start([script]).ended;
  box.remove('apps/web/dist');
  expect((await box.start([script]).ended).output).toContain('Building the portal.');
});

test('`npm start` prints why a build fails, starts nothing, and tries again the next time', async () => {
  box.program('vite', 'echo "a.ts: what is this?"; exit 2');
  const failed = await box.start([script]).ended;
  expect(failed.code).toBe(1);
  expect(failed.output).toContain('a.ts: what is this?\nBuilding the portal failed.');
  expect(failed.output).not.toContain('server v');
  box.calls();
  expect((await box.start([script]).ended).code).toBe(1);
  expect(box.calls()).toEqual(['vite build --logLevel warn', 'vite build --logLevel warn']);
});

test('`npm start` installs when the lock file changed, without running install scripts', async () => {
  box.write('package-lock.json', JSON.stringify({ packages: { 'node_modules/thing': { version: '2.0.0' } } }));
  const { code, output } = await box.start([script], { NODE_ENV: 'production' }).ended;
  expect(code).toBe(0);
  expect(output).toMatch(/^Installing the packages that the repository needs/);
  const [npm] = box.calls();
  expect(npm).toMatch(/^npm ci --include=dev .*--ignore-scripts/);
  expect((await box.start([script]).ended).output).toBe(`server ${process.version}\n`);
});

test('`npm start` does not miss a package for another kind of computer', async () => {
  const lock = JSON.parse(box.read('package-lock.json'));
  lock.packages['node_modules/other'] = { version: '1.0.0', optional: true, os: ['plan9'] };
  box.write('package-lock.json', JSON.stringify(lock));
  expect((await box.start([script]).ended).output).not.toContain('Installing');
});

test('`npm start` prints one clear line if installing fails, and starts nothing', async () => {
  box.remove('node_modules/.package-lock.json');
  box.write('npm.cjs', `console.error('no network'); process.exit(1);`);
  const { code, output } = await box.start([script]).ended;
  expect(code).toBe(1);
  expect(output).toMatch(/no network\nThe packages could not be installed\. What npm said stands above\.\n$/);
});

const waiting = `process.once('SIGTERM', () => { console.log('bye'); process.exit(7); });
  setInterval(() => {}, 1000);
  console.log('ready');`;

test('`npm start` passes signals to the server, and ends with its exit code', async () => {
  box.write('apps/api/main.source.js', waiting);
  const running = box.start([script]);
  await running.printed('ready');
  running.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 7 });
});

/** Stands in for a Node of another version. */
const otherNode = `test "$1" = --version && { echo v99.0.0; exit; }\nexec '${process.execPath}' "$@"`;

test('npm passes SIGTERM to the server and waits for its end', async () => {
  const { type, scripts } = JSON.parse(readText('package.json'));
  box.write('package.json', JSON.stringify({ type, scripts }));
  // The timer ends a server that outlived the shell between.
  box.write(
    'apps/api/main.source.js',
    `${waiting}\nsetTimeout(() => console.log('forgotten') ?? process.exit(9), 8_000);`,
  );
  const own = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'));
  const npm = spawn('npm', ['start'], {
    cwd: box.folder,
    env: Object.fromEntries(own),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  let told = false;
  npm.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    if (!told && output.includes('ready')) told = npm.kill('SIGTERM');
  });
  const code = await new Promise((resolve) => npm.once('close', resolve));
  expect(output).toContain('bye');
  expect(output).not.toContain('forgotten');
  expect(code).toBe(7);
});

test('`npm start` runs the server under the Node that npm installed', async () => {
  box.program('node', otherNode);
  box.write('apps/api/main.source.js', waiting);
  const running = box.start([script]);
  await running.printed('ready');
  running.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 7, output: expect.stringContaining('bye') });
});

test('`npm start` sets the allocator variables that the environment does not set', async () => {
  box.program('node', otherNode);
  box.write(
    'apps/api/main.source.js',
    `console.log(process.env.MALLOC_ARENA_MAX, process.env.MALLOC_TRIM_THRESHOLD_);`,
  );
  const { output } = await box.start([script], { MALLOC_TRIM_THRESHOLD_: '77' }).ended;
  expect(output).toContain('2 77');
});

test('the server under the installed Node ends when the first process is killed', async () => {
  box.program('node', otherNode);
  box.write('apps/api/main.source.js', waiting);
  const running = box.start([script]);
  await running.printed('ready');
  running.kill('SIGKILL');
  // The output closes only once the server, which inherited it, has ended.
  expect((await running.ended).output).toContain('bye');
});

test('a command of the server runs under the installed Node with its arguments', async () => {
  box.program('node', otherNode.replace('exec', 'echo under it\nexec'));
  box.write(
    'apps/api/dist/cli/verify-log.js',
    `console.log('looked', ...process.argv.slice(2)); process.exitCode = 3;`,
  );
  const { code, output } = await box.start([script, 'cli/verify-log', '--all']).ended;
  expect(output).toMatch(/^under it\n(.*\n)*looked --all\n$/);
  expect(code).toBe(3);
});

const counting = `let count = 0;
  process.on('SIGINT', () => { console.log('SIGINT ' + (count += 1)); setTimeout(() => process.exit(7), 500); });
  setInterval(() => {}, 1000);
  console.log('ready');`;

test.runIf(process.platform === 'linux')(
  'Ctrl-C in a terminal is one signal to the server under the installed Node',
  async () => {
    box.program('node', otherNode);
    box.write('apps/api/main.source.js', counting);
    // Without `exec` some shells stay in between, and end as interrupted whatever the script's exit code is.
    const words = ['-qec', `exec '${process.execPath}' ${script}`, '/dev/null'];
    const env = { ...process.env, SHELL: '/bin/sh' };
    const terminal = spawn('script', words, { cwd: box.folder, env, stdio: ['pipe', 'pipe', 'inherit'] });
    let output = '';
    let pressed = false;
    terminal.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (!pressed && output.includes('ready')) pressed = terminal.stdin.write('\x03') || true;
    });
    const code = await new Promise((resolve) => terminal.once('close', resolve));
    expect(output).toContain('SIGINT 1');
    expect(output).not.toContain('SIGINT 2');
    expect(code).toBe(7);
  },
);
