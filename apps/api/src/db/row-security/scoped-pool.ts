import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';
import { type Scope, scopeSetting } from './scope.ts';
import { explainMissingRole, lowerRole } from './serving-role.ts';

const tell = `select set_config('${scopeSetting}', $1, false)`;

type Ready = (error?: Error, client?: pg.PoolClient, done?: (broken?: Error | boolean) => void) => void;

/** A pool whose connections reach everything when they are asked for as usual, and the rows of a scope by `lend`. */
export class SharedPool extends pg.Pool {
  /** What each connection was told last. */
  readonly #scopes = new WeakMap<pg.PoolClient, Scope>();

  override connect(): Promise<pg.PoolClient>;
  override connect(ready: Ready): void;
  override connect(ready?: Ready): Promise<pg.PoolClient> | undefined {
    return this.lend('system', ready);
  }

  /**
   * A connection that reaches the rows of this scope and no others. It is told so unless it was told the same the last time,
   * which costs one round trip. One that comes back is handed on at once, not after what its last answer sets going: that would
   * keep the database waiting for the next question.
   */
  lend(scope: Scope, ready: Ready | undefined): Promise<pg.PoolClient> | undefined {
    if (ready === undefined) return promised((then) => this.#lend(scope, then));
    // Somebody else's request may be what sets it going.
    this.#lend(scope, AsyncResource.bind(ready));
    return undefined;
  }

  #lend(scope: Scope, ready: Ready): void {
    super.connect((error, client, release) => {
      if (error || !client) return ready(error, undefined, release);
      if (isAmidTransaction(client)) {
        // It goes: what it is told now could be taken back with that.
        release(true);
        return this.#lend(scope, ready);
      }
      if (this.#scopes.get(client) === scope) return ready(undefined, client, release);
      this.#tell(client, scope, (fault) =>
        fault ? ready(fault, undefined, () => {}) : ready(undefined, client, release),
      );
    });
  }

  #tell(client: pg.PoolClient, scope: Scope, told: (fault?: Error) => void): void {
    const isNew = !this.#scopes.has(client);
    // Should the answer get lost, nobody knows what holds.
    this.#scopes.delete(client);
    client.query(isNew ? `${tell}, ${lowerRole}` : tell, [scope], (error?: Error | null) => {
      if (error) {
        client.release(true);
        return told(explainMissingRole(error));
      }
      this.#scopes.set(client, scope);
      told();
    });
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
    return this.#shared.lend(this.#scope, ready);
  }
}

/** A new one has no status yet. */
const isAmidTransaction = (client: pg.PoolClient) => !['I', null].includes(client.getTransactionStatus());

function promised(lend: (ready: Ready) => void): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => lend((error, client) => (client ? resolve(client) : reject(error!))));
}
