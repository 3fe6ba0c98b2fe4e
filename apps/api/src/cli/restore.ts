import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { recordAudit } from '../audit/audit.ts';
import { findBackup } from '../backup/backup-store.ts';
import { addKnownErasures } from '../backup/erasures.ts';
import { describeBackup } from '../backup/make-backup.ts';
import { readManifest } from '../backup/manifest.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { readSettings, type Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { writeWentBackAt } from '../features/log/log.store.ts';
import { createLog } from '../observability/log.ts';
import { print, runProgram } from './program.ts';

/* `npm run restore -- DIR`: restores a backup into the empty place of the settings. */

const usage = 'Say what to restore: npm run restore -- DIR';

function describePlace({ databaseUrl, storageUrl, dataDir }: Settings): string {
  if (databaseUrl === undefined && storageUrl === undefined) return dataDir;
  const database = databaseUrl === undefined ? dataDir : describeDatabase(databaseUrl);
  return `the database ${database}, its files in ${storageUrl ?? dataDir}`;
}

/** Describes a database without its password. */
function describeDatabase(databaseUrl: string): string {
  const { host, port, database } = new pg.Client({ connectionString: databaseUrl });
  return `${host}:${port}/${database}`;
}

await runProgram(async () => {
  const [target, ...others] = process.argv.slice(2);
  if (!target || target.startsWith('-') || others.length > 0) throw new StartupError(usage);
  const settings = readSettings(process.env);
  const spot = await findBackup(target, print, settings.backupSeal);
  const manifest = await readManifest(spot);
  const log = createLog({ ...settings, logLevel: 'warn' });
  const finish = async (client: pg.PoolClient) => {
    await addKnownErasures(client, spot, settings.dataDir);
    const db = drizzle(client);
    // Under its former name, the log may have grown after the backup.
    await writeWentBackAt(db, new Date());
    // Events after the instant in its label may be missing.
    await recordAudit(db, {
      at: new Date(),
      action: 'installation.restored',
      object: { kind: 'installation', id: manifest.installation, label: manifest.madeAt },
      outcome: 'done',
      detail: { backup: manifest.id },
    });
  };
  await restoreBackup({ settings, spot, manifest, report: print, log, finish });
  print(`Restored ${describeBackup(spot, manifest)}`);
  print(`It is in ${describePlace(settings)}. Start the server with the same settings.`);
  if (settings.databaseUrl !== undefined && settings.secretKey === undefined) {
    print(`Servers with another DATA_DIR need the same key: SECRET_KEY="kept:$(cat ${settings.dataDir}/secret)".`);
  }
});
