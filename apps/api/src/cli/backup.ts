import path from 'node:path';
import { parseArgs } from 'node:util';
import { describeSpot, findBackup, isBackupName, openStore } from '../backup/store/backup-store.ts';
import { findKey } from '../backup/key-material.ts';
import { describeBackup, makeBackup } from '../backup/make-backup.ts';
import { readManifest } from '../backup/manifest.ts';
import { sizeText } from '../backup/progress.ts';
import { verifyBackup } from '../backup/verify-backup.ts';
import { openRunningDatabase } from './open-running-database.ts';
import { openFiles } from '../files/files.ts';
import { readSettings, type Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { print, runProgram } from './program.ts';

/*
 * `npm run backup -- DIR|s3://…`: saves the database and the files as they are at one moment, while the server runs. Ends with
 * 1 when there is no backup, and also when files were missing or altered in the file store already. Files that the backup before
 * holds are taken over from it; with `--anew` every file is copied.
 * `npm run backup -- --verify DIR|s3://…`: compares a backup with its hashes.
 */

const usage =
  'Say where to: npm run backup -- [--anew] DIR|s3://bucket/folder, and to look at one: npm run backup -- --verify DIR|s3://…';

function readWords(): { target: string; verify: boolean; anew: boolean } {
  try {
    const options = { verify: { type: 'boolean' }, anew: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [target] = positionals;
    const { verify = false, anew = false } = values;
    if (positionals.length === 1 && target && !(verify && anew)) return { target, verify, anew };
  } catch {
    // Words that are not known.
  }
  throw new StartupError(usage);
}

async function verify(target: string): Promise<number> {
  const spot = await findBackup(target, print);
  const { files, bytes } = await verifyBackup(spot, await readManifest(spot), print);
  print(`${describeSpot(spot)} is as it was made: every table, and ${files} files of ${sizeText(bytes)}.`);
  return 0;
}

async function backup(target: string, anew: boolean, settings: Settings): Promise<number> {
  requireElsewhere(target, settings);
  const key = await findKey(settings);
  const database = await openRunningDatabase(settings);
  try {
    if (!key) {
      throw new StartupError(
        `The key is missing: ${settings.dataDir} holds none. Set SECRET_KEY or DATA_DIR to that of the server.`,
      );
    }
    const from = { database, key, files: await openFiles(settings) };
    const options = { say: print, now: new Date(), anew };
    const { spot, manifest, repeated } = await makeBackup(from, await openStore(target), options);
    print(`Backed up to ${describeBackup(spot, manifest)}`);
    if (repeated > 0) print(`${repeated} of the files were taken over from the backup before.`);
    if (manifest.secret === null) print('Keep SECRET_KEY as well: it is not in the backup.');
    const { faulty } = manifest.files;
    if (faulty.length > 0) print(`The backup is whole, but ${faulty.length} files were missing or altered before.`);
    return faulty.length > 0 ? 1 : 0;
  } finally {
    await database.close();
  }
}

function requireElsewhere(target: string, { dataDir }: Settings): void {
  if (isBackupName(target)) {
    throw new StartupError(`${target} has the name of a backup. Name the folder that backups are to lie in.`);
  }
  const inside = path.relative(dataDir, path.resolve(target));
  if (!target.startsWith('s3://') && !inside.startsWith('..') && !path.isAbsolute(inside)) {
    throw new StartupError(`The data folder ${dataDir} cannot hold its own backup. Name a folder elsewhere.`);
  }
}

await runProgram(async () => {
  const { target, verify: only, anew } = readWords();
  return only ? verify(target) : backup(target, anew, readSettings(process.env));
});
