import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';
import type { Scope } from '../db/scope.ts';
import type { Clock } from './clock.ts';
import type { FileStore } from './file-store.ts';
import type { Jobs } from './jobs.ts';
import type { Keys } from './keys.ts';
import type { Live } from './live.ts';
import type { Metrics } from './metrics.ts';
import type { Rates } from './rates.ts';
import type { Settings } from './settings.ts';
import type { Tracing } from './tracing.ts';

/** What a handler works with. Made once by `main`, or by a test. */
export interface Services {
  /** For a request of staff: scoped to what they may see. Otherwise it reaches everything. */
  readonly db: Database;
  /** The same database as it is for a scope. */
  readonly scoped: (scope: Scope) => Database;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly files: FileStore;
  readonly jobs: Jobs;
  readonly live: Live;
  readonly keys: Keys;
  readonly rates: Rates;
  readonly metrics: Metrics;
  /** Unset where nobody asked for traces. */
  readonly tracing?: Tracing | undefined;
  readonly log: FastifyBaseLogger;
}
