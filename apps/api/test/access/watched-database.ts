import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Database } from '../../src/db/database.ts';
import type { Services } from '../../src/services.ts';

/** Matches the tables under row-level security. */
const held =
  /\b(complaint|complaint_event|feedback|file|idempotency_key|identity_request|recusal|notification|survey)\b/;

export interface WatchedDatabase extends Pick<Services, 'db' | 'scoped'> {
  /** Returns the unrestricted statements on tables under row-level security since the last call. */
  unbound(): string[];
}

/** Wraps the database of a test to record the statements of the system scope. */
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
