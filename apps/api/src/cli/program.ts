import { DrizzleQueryError } from 'drizzle-orm';
import { hasEmbeddedDatabase, runningPostgres } from '@baraza/local-postgres';
import { requireWholeFolder } from '../config/data-dir-state.ts';
import { openDataDir } from '../config/data-dir.ts';
import { readSettings, type Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { connectDatabase, type Database, type OpenDatabase, openDatabase } from '../db/database.ts';

/** Prints a line for the person who runs the program. */
export const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Runs a command; prints errors that a person can act on in one line, and our own with their stack. */
export async function runProgram(main: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    process.exitCode = 1;
    const line = oneLine(error);
    if (line === undefined) throw error;
    process.stderr.write(`${line}\n`);
  }
}

/** Describes an error of the operator, system, database or object storage in one line; undefined for our own. */
function oneLine(error: unknown): string | undefined {
  if (error instanceof StartupError) return error.message;
  if (!(error instanceof Error)) return undefined;
  // A failed statement wraps the database's error.
  if (error instanceof DrizzleQueryError) return oneLine(error.cause);
  const code = 'code' in error ? error.code : undefined;
  if (missing.has(code)) return 'The database is of another version. Start the server once: it brings it up to date.';
  const outside = code !== undefined || '$metadata' in error || error.message.startsWith('Connection terminated');
  return outside ? `It failed: ${error.message.split('\n')[0]}` : undefined;
}

/** PostgreSQL's codes for a table or a column that is not there. */
const missing = new Set<unknown>(['42P01', '42703']);

/** Opens the existing database of the settings, also while its server runs. */
export async function openRunningDatabase(settings: Settings): Promise<OpenDatabase> {
  await requireWholeFolder(settings.dataDir);
  if (settings.databaseUrl !== undefined) return openDatabase(settings);
  const running = await runningPostgres(settings.dataDir);
  return running ? { ...connectDatabase(running), embedded: true } : openStoppedDatabase(settings);
}

/** Runs work on the database of the settings. */
export async function withRunningDatabase<T>(work: (db: Database, settings: Settings) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const { db, close } = await openRunningDatabase(settings);
  try {
    return await work(db, settings);
  } finally {
    await close();
  }
}

/** Opens the embedded database of a stopped server. Holds the data folder until it is closed. */
export async function openStoppedDatabase({ dataDir }: Pick<Settings, 'dataDir'>): Promise<OpenDatabase> {
  if (!hasEmbeddedDatabase(dataDir))
    throw new StartupError(
      `There is no database in ${dataDir}. Set DATA_DIR to the data folder of the server, or DATABASE_URL.`,
    );
  const folder = await openDataDir({ dataDir });
  try {
    const database = await openDatabase({ dataDir, databaseUrl: undefined });
    const close = async () => {
      await database.close();
      await folder.close();
    };
    return { ...database, close };
  } catch (error) {
    await folder.close();
    throw error;
  }
}
