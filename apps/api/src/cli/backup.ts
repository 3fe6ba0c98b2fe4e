import path from 'node:path';
import { parseArgs } from 'node:util';
import { verifyBackup } from '../backup/backed-up-files.ts';
import { describeSpot, findBackup, openStore } from '../backup/backup-store.ts';
import { describeBackup, type MadeBackup, makeBackup } from '../backup/make-backup.ts';
import { readManifest } from '../backup/manifest.ts';
import { findKey } from '../config/data-dir.ts';
import { writeMarker } from '../config/data-dir-state.ts';
import { readSettings, type Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { noteBackup } from '../db/installation.store.ts';
import { openFiles } from '../files/files.ts';
import { openRunningDatabase, openStoppedDatabase, print, runProgram } from './program.ts';

/*
 * `npm run backup -- DIR`: backs up the database and the files as they are at one moment, while the server runs. Ends with 1 when
 * there is no backup, or files were missing or altered. Files of the backup before are taken over; with `--anew` all are copied.
 * `--final`, with the server stopped, marks the data folder as moved, so that no server starts on it.
 * `npm run backup -- --verify DIR`: compares a backup with its hashes.
 */

const usage =
  'Say where to: npm run backup -- [--anew] [--final] DIR, and to look at one: npm run backup -- --verify DIR';

type Arguments = ReturnType<typeof readArguments>;

function readArguments() {
  try {
    const options = { verify: { type: 'boolean' }, anew: { type: 'boolean' }, final: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [target] = positionals;
    const { verify = false, anew = false, final = false } = values;
    const isAlone = !verify || (!anew && !final);
    if (positionals.length === 1 && target && isAlone) return { target, verify, anew, final };
  } catch {
    // An unknown option.
  }
  throw new StartupError(usage);
}

async function verifyNewest(target: string, { backupSeal }: Settings): Promise<number> {
  const spot = await findBackup(target, print, backupSeal);
  const manifest = await readManifest(spot);
  await verifyBackup(spot, manifest, print);
  print(`It is as it was made: ${describeBackup(spot, manifest)}`);
  return 0;
}

async function backup({ target, anew, final }: Arguments, settings: Settings): Promise<number> {
  requireElsewhere(target, settings);
  if (final && settings.databaseUrl !== undefined)
    throw new StartupError(
      'A final backup is for the embedded database, and DATABASE_URL is set. Stop all servers and make a backup without --final.',
    );
  const key = await findKey(settings);
  const database = await (final ? openStoppedDatabase(settings) : openRunningDatabase(settings));
  try {
    if (!key) {
      throw new StartupError(
        `The key is missing: ${settings.dataDir} holds none. Set SECRET_KEY or DATA_DIR to that of the server.`,
      );
    }
    const from = { database, key, files: await openFiles(settings) };
    const made = await makeBackup(from, openStore(target, settings.backupSeal), {
      report: print,
      now: new Date(),
      anew,
    });
    const faults = printOutcome(made);
    await noteBackup(database.db, faults);
    if (final) {
      // While its lock is held.
      await writeMarker(settings.dataDir, 'moved', { backup: describeSpot(made.spot), at: made.manifest.madeAt });
      print(`${settings.dataDir} is marked as moved: no server starts on it. Restore the backup in the new place.`);
    }
    return faults === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

function requireElsewhere(target: string, { dataDir }: Settings): void {
  const inside = path.relative(dataDir, path.resolve(target));
  if (!inside.startsWith('..') && !path.isAbsolute(inside)) {
    throw new StartupError(`The data folder ${dataDir} cannot hold its own backup. Name a folder elsewhere.`);
  }
}

function printOutcome({ spot, manifest, repeated }: MadeBackup): number {
  print(`Backed up to ${describeBackup(spot, manifest)}`);
  if (repeated > 0) print(`${repeated} of the files were taken over from the backup before.`);
  if (manifest.secret === null) print('Keep SECRET_KEY as well: it is not in the backup.');
  const faulty = manifest.files.missing.length + manifest.files.altered.length;
  if (faulty > 0) print(`The backup is whole, but ${faulty} files were missing or altered before.`);
  return faulty;
}

await runProgram(async () => {
  const options = readArguments();
  const settings = readSettings(process.env);
  return options.verify ? verifyNewest(options.target, settings) : backup(options, settings);
});
