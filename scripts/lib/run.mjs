// Small helpers for the scripts. Node builtins only: they run before anything is installed.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** An error for the reader: printed without a stack. */
export class Stop extends Error {}

/** Runs `main` and ends with 1 when it gives up. */
export async function script(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error);
    process.exitCode = 1;
  }
}

/** The path of a program that npm installed. */
export const tool = (name) => path.join(root, 'node_modules', '.bin', name);

/** Returns an environment in which our own tools and Node come first. */
export function toolEnvironment(more = {}) {
  const folder = path.join(root, 'node_modules', '.bin');
  return { ...process.env, PATH: [folder, process.env.PATH].join(path.delimiter), ...more };
}

/** Runs a program and returns its exit code. `quiet` returns its output instead of printing it. */
export function run(program, words, { env = toolEnvironment(), cwd = root, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    const child = spawn(program, words, { cwd, env, stdio });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
