import type { SQL } from 'drizzle-orm';
import type { Database } from '../db/database-types.ts';

/** Every task and what it carries. Payloads lie readable in the database: nothing secret goes in unsealed. */
export interface TaskPayloads {
  'send-mail': { readonly sealed: string };
  'clean-up': Record<string, never>;
  'apply-retention': Record<string, never>;
  'fold-queue-counts': Record<string, never>;
  'watch-clocks': Record<string, never>;
  /** After a change of targets or holidays: of this MDA, or null for all. */
  'recompute-clocks': { readonly mdaId: string | null };
}
export type TaskName = keyof TaskPayloads;

/** Work that is done after the answer. */
export interface Jobs {
  /** Enqueues inside the caller's transaction: rolled back, the job never was. */
  add<T extends TaskName>(db: Database, task: T, payload: TaskPayloads[T]): Promise<void>;
  /** The same as a call, for a statement that holds more. */
  call<T extends TaskName>(task: T, payload: TaskPayloads[T]): SQL;
}
