// The heavy tools of `tools` and its folders: only some tasks need them, so they are installed when one is run.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { root } from './run.mjs';

/** The path of a file of one of the folder's tools; installs them first where they are missing. */
export async function toolFile(file, folder = 'tools') {
  await ensureInstalled(path.join(root, folder));
  return path.join(root, folder, 'node_modules', file);
}

/** Imports a module of one of the tools. */
export const importTool = async (file) => import(pathToFileURL(await toolFile(file)).href);
