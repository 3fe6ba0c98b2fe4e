// Brings node_modules to what the lock file says.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root, run, Stop, toolEnvironment } from './run.mjs';

const oldestNode = [20, 20];

/** Installs a folder's locked packages when one is missing or differs. */
export async function ensureInstalled(folder = root) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
    throw new Stop(`Node.js ${oldestNode.join('.')} or newer is needed; this is ${process.versions.node}.`);
  }
  if (isInstalled(folder)) return;
  console.log(
    `Installing the packages that ${path.relative(root, folder) || 'the repository'} needs. This takes a minute or so.`,
  );
  // No package needs its install script: the embedded PostgreSQL is completed when it starts.
  const words = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const npm = /\.c?js$/.test(process.env.npm_execpath ?? '') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const env = toolEnvironment({ NODE_ENV: '' });
  const { code } = await run(npm[0], [...npm.slice(1), ...words], { cwd: folder, env });
  if (code !== 0) throw new Stop('The packages could not be installed. What npm said stands above.');
}

/** Whether a folder's packages are complete, by the list that npm writes at the end. */
function isInstalled(folder) {
  const wanted = packagesOf(folder, 'package-lock.json');
  const present = packagesOf(folder, 'node_modules/.package-lock.json');
  if (wanted === undefined || present === undefined) return false;
  return Object.entries(wanted).every(([name, entry]) => {
    if (!name.startsWith('node_modules/') && !name.includes('/node_modules/')) return true;
    const found = present[name];
    // Packages for other kinds of computer are optional, and absent here.
    return found === undefined
      ? entry.optional === true || entry.devOptional === true
      : found.version === entry.version;
  });
}

function packagesOf(folder, file) {
  try {
    return JSON.parse(readFileSync(path.join(folder, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}
