import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { firstQuery } from './row-security/scoped-pool.ts';

/** Statements under way at once; more go by the pool, so that a slow one holds up few. */
const most = 16;

/**
 * Shares one connection among requests: each statement is sent without waiting for the answers to those before (pipelining). For
 * prepared statements that are short and only read: one that waited for a lock would hold up all behind it.
 */
export function shareConnection(pool: pg.Pool, lost: (error: Error) => void) {
  let shared: Promise<pg.Client> | undefined;
  let underWay = 0;
  let ended = false;
  /** Statements under way still get their answers, if there are any. */
  const retire = (opening = shared) => {
    if (shared === opening) shared = undefined;
    opening?.then((client) => client.end()).catch(() => {});
  };
  const open = () => {
    const client = new pg.Client({ ...pool.options, password: pool.options.password, pipeline: true });
    const opening = connect(client);
    client.on('error', (error) => {
      if (shared === opening) lost(error);
      retire(opening);
    });
    return opening;
  };
  const query = async (asked: pg.QueryConfig, values: unknown[]) => {
    // Above all no transaction: the statements of others would end up in it.
    if (asked.name === undefined) throw new Error('Only prepared statements share a connection.');
    if (ended || underWay >= most) return pool.query(asked, values);
    const opening = (shared ??= open());
    underWay += 1;
    try {
      return await (await opening).query(asked, values);
    } catch (error) {
      // After any failure the connection may be unusable: the server may be gone, or a table changed under a prepared statement.
      retire(opening);
      throw error;
    } finally {
      underWay -= 1;
    }
  };
  const end = () => {
    ended = true;
    retire();
  };
  return { reads: drizzle({ query } as unknown as pg.Client), end };
}

async function connect(client: pg.Client): Promise<pg.Client> {
  try {
    await client.connect();
    await client.query(firstQuery('system'));
    await client.query('set default_transaction_read_only = on');
    return client;
  } catch (error) {
    void client.end();
    throw error;
  }
}
