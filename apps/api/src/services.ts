import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './db/database-types.ts';
import type { Replica } from './db/replica.ts';
import type { anyScope, Scope } from './db/row-security/scope.ts';
import type { Effect } from './domain/effects.ts';
import type { Clock } from './config/clock.ts';
import type { FileStore } from './files/file-store.ts';
import type { Jobs } from './jobs/job-types.ts';
import type { Keys } from './crypto/keys.ts';
import type { LiveEvents } from './realtime/live-events.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Rates } from './limits/rates.ts';
import type { Settings } from './config/settings.ts';
import type { Tracing } from './observability/tracing.ts';

/** Services that handlers and jobs work with. */
export interface Services {
  /** In a request of staff, limited to the rows they may see; otherwise unlimited. */
  readonly db: Database;
  /** Like `db`, for short prepared reads outside a transaction: see `shareConnection`. */
  readonly reads: Database;
  /** Returns the database limited to a scope. */
  readonly scoped: (scope: Scope | typeof anyScope) => Database;
  /** Unset without a read replica. */
  readonly replica?: Replica | undefined;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly files: FileStore;
  readonly jobs: Jobs;
  readonly live: LiveEvents;
  readonly keys: Keys;
  readonly rates: Rates;
  readonly metrics: Metrics;
  /** Unset unless tracing is on. */
  readonly tracing?: Tracing | undefined;
  readonly log: FastifyBaseLogger;
  /** Carries out what a step sets in motion, in its transaction. */
  readonly carryOut: (tx: Database, services: Services, effects: readonly Effect[]) => Promise<void>;
  /** Proves that a public step of a citizen's complaint is in the log; undefined until it is. */
  readonly makeReceipt: (
    services: Services,
    caller: { readonly accountId: string },
    of: { readonly id: string; readonly step: number },
  ) => Promise<{ readonly fileName: string; readonly proof: string } | undefined>;
}
