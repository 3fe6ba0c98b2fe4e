import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { firstQuery } from './row-security/scoped-pool.ts';

/** A database over one connection, and how to close that. */
export interface SharedConnection {
  readonly reads: NodePgDatabase;
  end(): Promise<void>;
}

/**
 * Shares one connection among requests: each statement is sent without waiting for the answers to those before (pipelining). For
 * prepared statements that are short and only read: one that waited for a lock would hold up all behind it.
 */
export function shareConnection({ options }: pg.Pool, lost: (error: Error) => void): SharedConnection {
  let shared: Promise<pg.Client> | undefined;
  const forget = (opening: Promise<pg.Client>) => {
    if (shared === opening) shared = undefined;
  };
  const open = () => {
    const client = new pg.Client({ ...options, password: options.password, pipeline: true });
    const opening = connect(client);
    client.on('error', lost).on('end', () => forget(opening));
    opening.catch(() => forget(opening));
    return opening;
  };
  const query = async (asked: pg.QueryConfig, values: unknown[]) => {
    // Above all no transaction: the statements of others would end up in it.
    if (asked.name === undefined) throw new Error('Only prepared statements share a connection.');
    const opening = (shared ??= open());
    const client = await opening;
    try {
      return await client.query(asked, values);
    } catch (error) {
      // The driver has closed it; its end is told later.
      if (error instanceof Error && error.message === 'Query read timeout') forget(opening);
      throw error;
    }
  };
  return {
    reads: drizzle({ query } as unknown as pg.Client),
    end: async () => (await shared?.catch(() => undefined))?.end(),
  };
}

async function connect(client: pg.Client): Promise<pg.Client> {
  await client.connect();
  await client.query(firstQuery('system'));
  await client.query('set default_transaction_read_only = on');
  return client;
}
