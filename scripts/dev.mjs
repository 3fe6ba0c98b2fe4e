// `npm run dev`: the server from its sources, and both apps from theirs, each taking up what is changed.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { root, script, tool, toolEnvironment } from './lib/run.mjs';

const programs = [
  ['.', tool('node'), ['--watch', '--conditions=source', 'apps/api/src/main.ts']],
  ['apps/web', tool('vite'), []],
  ['apps/desk', tool('vite'), []],
];

await script(async () => {
  await ensureInstalled();
  const children = programs.map(([folder, program, words]) =>
    spawn(program, words, { cwd: path.join(root, folder), env: toolEnvironment(), stdio: 'inherit' }),
  );
  const endAll = () => children.forEach((child) => child.kill('SIGTERM'));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, endAll);
  // One that ends takes the others with it: half a development server only puzzles.
  for (const child of children) {
    child.once('error', (error) => console.error(error.message));
    child.once('exit', (code) => {
      process.exitCode ||= code ?? 1;
      endAll();
    });
  }
});
