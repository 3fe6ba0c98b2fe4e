// A small repository with the real scripts and stand-ins for the programs that npm installs.
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../lib/run.mjs';

/** Makes the repository in a temporary folder, installed and with something to build. */
export function sandbox() {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza scripts-'));
  cpSync(path.join(root, 'scripts'), path.join(folder, 'scripts'), { recursive: true });
  const here = (name) => path.join(folder, name);
  const box = {
    folder,
    write(name, content) {
      mkdirSync(path.dirname(here(name)), { recursive: true });
      writeFileSync(here(name), content);
    },
    read: (name) => (existsSync(here(name)) ? readFileSync(here(name), 'utf8') : ''),
    remove: (name) => rmSync(here(name), { recursive: true, force: true }),
    /** Makes a program in node_modules/.bin that records its call and then runs the shell text. */
    program(name, text) {
      const file = `node_modules/.bin/${name}`;
      box.write(file, `#!/bin/sh\necho "${name} $*" >>'${here('calls')}'\n${text}\n`);
      chmodSync(here(file), 0o755);
    },
    /** Returns the calls since the last look. */
    calls() {
      const calls = box.read('calls').trim();
      box.remove('calls');
      return calls === '' ? [] : calls.split('\n');
    },
    start: (words, env = {}) => start(folder, words, env),
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
  furnish(box);
  return box;
}

function furnish(box) {
  box.write('package.json', '{ "type": "module" }');
  const lock = JSON.stringify({ packages: { '': {}, 'node_modules/thing': { version: '1.0.0' } } });
  box.write('package-lock.json', lock);
  box.write('node_modules/.package-lock.json', lock);
  box.write(
    'npm.cjs',
    `require('fs').appendFileSync('calls', 'npm ' + process.argv.slice(2).join(' ') + '\\n');
    require('fs').copyFileSync('package-lock.json', 'node_modules/.package-lock.json');`,
  );
  const parts = ['packages/contract', 'packages/local-postgres', 'packages/ui', 'packages/app', 'apps/api', 'apps/web'];
  for (const part of [...parts, 'apps/desk']) box.write(`${part}/src/a.ts`, 'one');
  box.write('apps/api/src/start/start-settings.ts', 'export const readStartSettings = () => {};');
  box.write('apps/api/main.source.js', `console.log('server ' + process.version);`);
  box.program('rolldown', 'mkdir -p dist; cp main.source.js dist/main.js');
  box.program('vite', `mkdir -p dist; echo page >dist/index.html; printf '%2000s' x >dist/app.js`);
}

/** Runs a script of the repository and returns its output and how it ended. */
function start(folder, words, env) {
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: { ...process.env, npm_execpath: path.join(folder, 'npm.cjs'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const waiting = new Set();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      for (const look of waiting) look();
    });
  }
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, output })));
  const printed = (text) =>
    new Promise((resolve, reject) => {
      const look = () => output.includes(text) && resolve();
      waiting.add(look);
      look();
      void ended.then(() => reject(new Error(`Ended without "${text}":\n${output}`)));
    });
  return { pid: child.pid, ended, printed, kill: (signal) => child.kill(signal) };
}
