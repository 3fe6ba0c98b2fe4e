import { message } from '@baraza/contract/core/message';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { logCheckpoint } from '../db/schema/tables.ts';
import { journal, newestMigration } from '../db/migrate.ts';
import { publicAddress } from '../http/headers.ts';
import type { Services } from '../services.ts';
import { standingOfFiles, standingOfStorage } from './storage.ts';

/** Serves `live` and `ready`: database and migrations. Every server lacks the file store at once, so that takes none out of service. */
export function healthRoutes(app: FastifyInstance, services: Services): void {
  const newest = newestMigration();
  app.get('/health/live', publicAddress, async () => ({ status: 'live' }));
  app.get('/health/ready', publicAddress, async (_, reply) => {
    const [{ log, ...database }, files, storage] = await Promise.all([
      standingOfDatabase(services, newest),
      standingOfFiles(services),
      standingOfStorage(services.settings.dataDir),
    ]);
    const beside = { files, storage, log };
    if (Object.values(database).every((standing) => standing === 'ok'))
      return { status: 'ready', ...database, ...beside };
    reply.code(503).header('retry-after', 5);
    return { status: 'not ready', ...database, ...beside, code: 'UNAVAILABLE', message: message.unavailable };
  });
}

async function standingOfDatabase({ db, log }: Services, newest: string) {
  try {
    const isAltered = sql`exists (select from ${logCheckpoint} where ${logCheckpoint.alteredAt} is not null)`;
    const { rows } = await db.execute<{ altered: boolean }>(
      sql`select ${isAltered} as altered from ${sql.raw(journal)} where hash = ${newest}`,
    );
    if (rows[0]) return { database: 'ok', migrations: 'ok', log: rows[0].altered ? 'altered' : 'ok' };
    log.warn('The database lacks the newest migration. It may have gone back to an earlier moment.');
    return { database: 'ok', migrations: 'failed', log: 'unknown' };
  } catch (error) {
    log.warn({ err: error }, 'The database is not ready.');
    return { database: 'failed', migrations: 'unknown', log: 'unknown' };
  }
}
