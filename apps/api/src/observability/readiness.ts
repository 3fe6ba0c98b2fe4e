import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { journal, newestMigration } from '../db/migrate.ts';
import type { Services } from '../services.ts';
import { standingOfStorage } from './storage.ts';

/** `unknown`: only the database could tell, and it does not answer. */
type Standing = 'ok' | 'failed' | 'unknown';

/** What requests need, part by part. */
export interface Readiness {
  readonly database: Standing;
  /** Whether the schema holds every step that this program knows. One that is newer will do: an upgrade is under way. */
  readonly migrations: Standing;
  readonly files: Standing;
  /** A full disk refuses new files alone: reads and sign-in go on, so it takes no server out of service. */
  readonly storage: 'ok' | 'full' | 'unknown';
}

/** For so many milliseconds a file store that is ready is not asked again: object storage bills each question, and proxies ask often. */
const freshFor = 5_000;

/** How long the file store may take to answer, in milliseconds; the database has the limit of its pool. */
const patience = 2_000;

/** Answers a function that looks at all parts side by side. It never throws; what is wrong goes to the log. */
export function readinessOf(services: Pick<Services, 'db' | 'files' | 'settings' | 'log'>): () => Promise<Readiness> {
  const newest = newestMigration();
  const files = remembered(() => standingOfFiles(services));
  return async () => {
    const [database, stored, storage] = await Promise.all([
      standingOfDatabase(services, newest),
      files(),
      standingOfStorage(services.settings.dataDir),
    ]);
    return { ...database, files: stored, storage };
  };
}

type OfDatabase = Pick<Readiness, 'database' | 'migrations'>;

async function standingOfDatabase({ db, log }: Pick<Services, 'db' | 'log'>, newest: string): Promise<OfDatabase> {
  try {
    const { rows } = await db.execute(sql`select from ${sql.raw(journal)} where hash = ${newest}`);
    if (rows.length > 0) return { database: 'ok', migrations: 'ok' };
    log.warn('The database lacks the newest step of the schema. It may have gone back to an earlier moment.');
    return { database: 'ok', migrations: 'failed' };
  } catch (error) {
    log.warn({ err: error }, 'The database is not ready.');
    return isWithoutJournal(error)
      ? { database: 'ok', migrations: 'failed' }
      : { database: 'failed', migrations: 'unknown' };
  }
}

/** The server answers, and knows no such table or schema: another database, or an emptied one. */
function isWithoutJournal(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && ['42P01', '3F000'].includes(String(cause.code));
}

async function standingOfFiles({ files, log }: Pick<Services, 'files' | 'log'>): Promise<Standing> {
  const late = AbortSignal.timeout(patience);
  // A folder on a network that is away answers nobody, signal or not.
  const tooLate = once(late, 'abort').then(() => late.throwIfAborted());
  try {
    await Promise.race([files.check(late), tooLate]);
    return 'ok';
  } catch (error) {
    log.warn({ err: error }, 'The file store is not ready.');
    return 'failed';
  }
}

/** Whoever asks while an answer is under way, or a good one is fresh, gets that one. */
function remembered(ask: () => Promise<Standing>): () => Promise<Standing> {
  let answer: Promise<Standing> | undefined;
  let until = 0;
  return () => {
    if (answer !== undefined && performance.now() < until) return answer;
    until = Infinity;
    answer = ask().then((standing) => {
      until = standing === 'ok' ? performance.now() + freshFor : 0;
      return standing;
    });
    return answer;
  };
}
