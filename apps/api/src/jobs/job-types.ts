import type { SQL } from 'drizzle-orm';
import type { Database } from '../db/database-types.ts';

/** Every task and its payload. Payloads are readable in the database: nothing secret or personal goes in. */
export interface TaskPayloads {
  'recover-jobs': Record<string, never>;
  'clean-up': Record<string, never>;
  'apply-retention': Record<string, never>;
  'compact-counts': Record<string, never>;
  'process-sla-reminders': Record<string, never>;
  /** After a change of targets or holidays: of this MDA, or null for all. */
  'recompute-sla-timers': { readonly mdaId: string | null };
}
export type TaskName = keyof TaskPayloads;

/** Work that is done after the answer. */
export interface Jobs {
  /** Enqueues inside the caller's transaction: rolled back, the job never was. */
  add<T extends TaskName>(db: Database, task: T, payload: TaskPayloads[T]): Promise<void>;
  /** The same as a call, for a statement that holds more. */
  call<T extends TaskName>(task: T, payload: TaskPayloads[T]): SQL;
}
