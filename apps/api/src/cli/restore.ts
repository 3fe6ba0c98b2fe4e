import pg from 'pg';
import { findBackup } from '../backup/backup-store.ts';
import { eraseAgain, recordRestore, renameRestoredLog } from '../backup/finish-restore.ts';
import { describeBackup } from '../backup/make-backup.ts';
import { readManifest } from '../backup/manifest.ts';
import { restoreBackup, type RestoredPlace } from '../backup/restore-backup.ts';
import { createLog } from '../observability/log.ts';
import { readSettings, type Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { print, runProgram } from './program.ts';

/* `npm run restore -- DIR`: restores a backup into the empty place of the settings, and erases again whoever was erased since. */

const usage = 'Say what to restore: npm run restore -- DIR';

function readTarget(): string {
  const [target, ...others] = process.argv.slice(2);
  if (!target || target.startsWith('-') || others.length > 0) throw new StartupError(usage);
  return target;
}

function describePlace({ databaseUrl, storageUrl, dataDir }: Settings): string {
  if (databaseUrl === undefined && storageUrl === undefined) return dataDir;
  const database = databaseUrl === undefined ? dataDir : describeDatabase(databaseUrl);
  return `the database ${database}, its files in ${storageUrl ?? dataDir}`;
}

/** Never with a password. */
function describeDatabase(databaseUrl: string): string {
  const { host, port, database } = new pg.Client({ connectionString: databaseUrl });
  return `${host}:${port}/${database}`;
}

await runProgram(async () => {
  const target = readTarget();
  const settings = readSettings(process.env);
  const spot = await findBackup(target, print);
  const manifest = await readManifest(spot);
  const log = createLog({ ...settings, logLevel: 'warn' });
  const finish = async (place: RestoredPlace) => {
    const erased = await eraseAgain(place, spot, { settings, log });
    if (erased > 0) print(`Erased again: ${erased} accounts that were deleted since the backup.`);
    await renameRestoredLog(place);
    await recordRestore(place, manifest);
  };
  await restoreBackup(settings, spot, manifest, { report: print, log, from: target, finish });
  print(`Restored ${describeBackup(spot, manifest)}`);
  print(`It is in ${describePlace(settings)}. Start the server with the same settings.`);
  if (settings.databaseUrl !== undefined && settings.secretKey === undefined) {
    print(`Servers with another DATA_DIR need the same key: SECRET_KEY="kept:$(cat ${settings.dataDir}/secret)".`);
  }
  return 0;
});
