import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';
import { nameFrequent } from '../name-frequent.ts';
import { anyScope, type Scope, scopeSetting } from './scope.ts';
import { StartupError } from '../../config/startup-error.ts';

const tell = `select set_config('${scopeSetting}', $1, false)`;

type Ready = (error?: Error, client?: pg.PoolClient, done?: (broken?: Error | boolean) => void) => void;

/** The scope that was last set on each connection. */
const scopes = new WeakMap<pg.PoolClient, Scope>();

/** Names the frequent statements of each pool. */
const namings = new WeakMap<pg.Pool, ReturnType<typeof nameFrequent>>();

/** Wraps a pool so that its connections reach the rows of one scope. Setting another scope costs a round trip. */
export function scopedPool(connections: pg.Pool, scope: Scope | typeof anyScope): pg.Pool {
  const named = namings.get(connections) ?? nameFrequent();
  namings.set(connections, named);
  const connect = (ready?: Ready): Promise<pg.PoolClient> | undefined => {
    // The release of another request's connection may trigger this callback.
    if (ready) return void lend(connections, scope, AsyncResource.bind(ready));
    return new Promise((resolve, reject) => {
      lend(connections, scope, (error, client) => (client ? resolve(guarded(client, named)) : reject(error!)));
    });
  };
  return new Proxy(connections, {
    get(pool, name, wrapper) {
      if (name === 'connect') return connect;
      if (name !== 'query') return Reflect.get(pool, name, wrapper) as unknown;
      return (...words: unknown[]) => Reflect.apply(pool.query, wrapper, named(words)) as unknown;
    },
  });
}

/** Lends a connection. A returned one is handed on at once: waiting for what its last answer triggers would keep the database idle. */
function lend(connections: pg.Pool, scope: Scope | typeof anyScope, ready: Ready): void {
  connections.connect((error, client, release) => {
    if (error || !client) return ready(error, undefined, release);
    if (isAmidTransaction(client)) {
      // Closed, since a rollback would also undo the scope.
      release(true);
      return lend(connections, scope, ready);
    }
    const lastScope = scopes.get(client);
    if (lastScope === scope || (lastScope && scope === anyScope)) return ready(undefined, client, release);
    tellScope(client, scope === anyScope ? 'none' : scope, (fault) =>
      fault ? ready(fault, undefined, () => {}) : ready(undefined, client, release),
    );
  });
}

function tellScope(client: pg.PoolClient, scope: Scope, done: (fault?: Error) => void): void {
  const isNew = !scopes.has(client);
  // If the reply is lost, the connection's scope is unknown.
  scopes.delete(client);
  const asked = isNew ? firstQuery(scope) : { name: 'scope', text: tell, values: [scope] };
  client.query(asked, (error?: Error | null) => {
    if (error) {
      client.release(true);
      return done(explainMissingRole(error));
    }
    scopes.set(client, scope);
    done();
  });
}

/** A new connection has no status yet. */
const isAmidTransaction = (client: pg.PoolClient) => !['I', null].includes(client.getTransactionStatus());

/** Wraps a connection: it ends after a query timeout. It returns when `begin` fails. */
function guarded(client: pg.PoolClient, named: ReturnType<typeof nameFrequent>): pg.PoolClient {
  const ask = client.query.bind(client) as (...words: unknown[]) => unknown;
  let isReleased = false;
  const release = (broken?: Error | boolean) => {
    if (!isReleased) client.release(broken);
    isReleased = true;
  };
  const query = (...words: unknown[]) => {
    const answer = ask(...named(words));
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        // Drizzle releases only what began: a connection that died before would be lent for ever.
        if (isBegin(words[0])) release(true);
        // While a query waits for its reply, this closes the socket: the next users would wait as well.
        else if (error.message === 'Query read timeout' && client instanceof pg.Client) void client.end();
      });
    }
    return answer;
  };
  const own = { query, release };
  return new Proxy(client, {
    get: (lent, name, wrapper) => Reflect.get(Object.hasOwn(own, name) ? own : lent, name, wrapper) as unknown,
  });
}

const isBegin = (query: unknown) =>
  /^begin\b/iu.test(typeof query === 'string' ? query : (query as pg.QueryConfig).text);

/** Serves in place of a role that row-level security does not hold. */
export const servingRole = 'baraza_app';

/** Builds the first query of a serving connection: it sets role and scope. */
export const firstQuery = (scope: Scope) => ({ text: `${tell}, ${lowerRole}`, values: [scope] });

const lowerRole = `(select set_config('role', '${servingRole}', false) from pg_roles
  where rolname = session_user and (rolsuper or rolbypassrls))`;

function explainMissingRole(error: Error): Error {
  const isMissing = 'code' in error && error.code === '22023';
  return isMissing ? new StartupError(`The database has no role ${servingRole} yet: start the server once.`) : error;
}
