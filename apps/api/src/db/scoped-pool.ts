import pg from 'pg';
import { type Scope, scopeSetting } from './scope.ts';
import { explainMissingRole, lowerRole } from './serving-role.ts';

const tell = `select set_config('${scopeSetting}', $1, false)`;

type Ready = (error?: Error, client?: pg.PoolClient, done?: (broken?: Error | boolean) => void) => void;

/** A pool whose connections reach everything when they are asked for as usual, and the rows of a scope by `take`. */
export class SharedPool extends pg.Pool {
  /** What each connection was told last. */
  readonly #scopes = new WeakMap<pg.PoolClient, Scope>();

  override connect(): Promise<pg.PoolClient>;
  override connect(ready: Ready): void;
  override connect(ready?: Ready): Promise<pg.PoolClient> | undefined {
    return handOut(this.take('system'), ready);
  }

  /**
   * A connection that reaches the rows of this scope and no others. It is told so unless it was told the same the last time,
   * which costs one round trip.
   */
  async take(scope: Scope): Promise<pg.PoolClient> {
    for (;;) {
      const client = await super.connect();
      // One that came back amid a transaction goes: what it is told now could be taken back with that.
      if (client.getTransactionStatus() !== 'I') client.release(true);
      else if (this.#scopes.get(client) === scope) return client;
      else return this.#tell(client, scope);
    }
  }

  async #tell(client: pg.PoolClient, scope: Scope): Promise<pg.PoolClient> {
    const isNew = !this.#scopes.has(client);
    // Should the answer get lost, nobody knows what holds.
    this.#scopes.delete(client);
    try {
      await client.query(isNew ? `${tell}, ${lowerRole}` : tell, [scope]);
    } catch (error) {
      client.release(true);
      throw explainMissingRole(error);
    }
    this.#scopes.set(client, scope);
    return client;
  }
}

/** The connections of a shared pool as they are for one scope. It has none of its own, and nothing to end. */
export class ScopedPool extends pg.Pool {
  readonly #shared: SharedPool;
  readonly #scope: Scope;

  constructor(shared: SharedPool, scope: Scope) {
    super();
    this.#shared = shared;
    this.#scope = scope;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(ready: Ready): void;
  override connect(ready?: Ready): Promise<pg.PoolClient> | undefined {
    return handOut(this.#shared.take(this.#scope), ready);
  }
}

function handOut(taken: Promise<pg.PoolClient>, ready: Ready | undefined): Promise<pg.PoolClient> | undefined {
  if (ready === undefined) return taken;
  taken.then(
    (client) => ready(undefined, client, client.release.bind(client)),
    (error: Error) => ready(error, undefined, () => {}),
  );
  return undefined;
}
