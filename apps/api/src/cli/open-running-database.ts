import { hasEmbeddedDatabase, runningPostgres } from '@baraza/local-postgres';
import { requireArrived } from '../db/restore-marker.ts';
import { connectDatabase, maintenancePool, type OpenDatabase, openDatabase } from '../db/database.ts';
import { takeFolder } from '../config/data-dir.ts';
import { requireWholeFolder } from '../config/data-dir-state.ts';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';

/**
 * The database of the settings, that of a server that runs beside us included. Makes nothing that is not there.
 * @throws StartupError when there is none.
 */
export async function openRunningDatabase(settings: Settings): Promise<OpenDatabase> {
  await requireWholeFolder(settings.dataDir);
  if (settings.databaseUrl !== undefined) return whole(await openDatabase(settings));
  if (!hasEmbeddedDatabase(settings.dataDir)) throw new StartupError(`There is no database in ${settings.dataDir}.`);
  const running = await runningPostgres(settings.dataDir);
  if (running) return { ...connectDatabase(running), embedded: true };
  const folder = await takeFolder(settings.dataDir);
  const database = await openDatabase(settings).catch(async (error: unknown) => {
    await folder.release();
    throw error;
  });
  return {
    ...database,
    async close() {
      await database.close();
      await folder.release();
    },
  };
}

/** Not half of a restore. */
async function whole(database: OpenDatabase): Promise<OpenDatabase> {
  const patient = maintenancePool(database.pool);
  try {
    const client = await patient.connect();
    await requireArrived(client).finally(() => client.release());
    return database;
  } catch (error) {
    await database.close();
    throw error;
  } finally {
    await patient.end();
  }
}
