// Small helpers for the scripts. Node builtins only: they run before anything is installed.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A reason to give up that is for the reader: printed as it is, without a stack. */
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

/** The environment for whatever we start: our own tools, and our own Node, come first. */
export function toolEnvironment(more = {}) {
  const folder = path.join(root, 'node_modules', '.bin');
  return { ...process.env, PATH: [folder, process.env.PATH].join(path.delimiter), ...more };
}

/** Runs a program to its end and returns its exit code. `quiet` keeps what it prints, and returns that as well. */
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
