// The heavy tools of `tools/package.json`: only some tasks need them, so they are installed when one is run.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { root } from './run.mjs';

const folder = path.join(root, 'tools');

/** The path of a file of one of the tools; installs them first where they are missing. */
export async function toolFile(file) {
  await ensureInstalled(folder);
  return path.join(folder, 'node_modules', file);
}

/** Imports a module of one of the tools. */
export const importTool = async (file) => import(pathToFileURL(await toolFile(file)).href);
