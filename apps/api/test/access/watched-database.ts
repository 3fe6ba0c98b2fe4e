import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Database } from '../../src/db/database.ts';
import type { Services } from '../../src/services.ts';

/** Where staff read of people: what row-level security holds. */
const held =
  /\b(complaint|complaint_event|feedback|file|idempotency_key|identity_request|recusal|notification|survey)\b/;

export interface WatchedDatabase extends Pick<Services, 'db' | 'scoped'> {
  /** The statements since the last call that read or wrote what row-level security holds, and reached everything. */
  unbound(): string[];
}

/** The database of a test, with a note of what ran in which scope. */
export function watchDatabase({ db, scoped }: Pick<Services, 'db' | 'scoped'>): WatchedDatabase {
  let statements: string[] = [];
  const note = (statement: string) => {
    if (held.test(statement)) statements.push(statement.slice(0, 120));
  };
  const watched = (database: Database) => {
    const { $client } = database as Database & { $client: pg.Pool };
    return drizzle($client, { logger: { logQuery: note } });
  };
  return {
    db: watched(db),
    scoped: (scope: Parameters<Services['scoped']>[0]) => (scope === 'system' ? watched(scoped(scope)) : scoped(scope)),
    unbound() {
      const seen = statements;
      statements = [];
      return seen;
    },
  };
}
