import type { SuggestedKind } from '@baraza/contract/complaint/suggestion';
import type { SQL } from 'drizzle-orm';
import type { Database } from '../db/database-types.ts';

/** Every task and its payload. Payloads are readable in the database: nothing secret or personal goes in. */
export interface TaskPayloads {
  'recover-jobs': Record<string, never>;
  'clean-up': Record<string, never>;
  'apply-retention': Record<string, never>;
  'compact-counts': Record<string, never>;
  'process-sla-reminders': Record<string, never>;
  /** A reply to a citizen, sealed, that can be taken back until it is due. */
  'send-held-reply': { readonly officerId: string; readonly complaintId: string; readonly sealed: string };
  'send-digests': Record<string, never>;
  'publish-numbers': Record<string, never>;
  /** After a step that says which MDA or category is the right one. */
  'learn-targets': { readonly complaintId: string; readonly kinds: readonly SuggestedKind[] };
  /** After news of a known issue. */
  'notify-followers': { readonly updateId: string };
  /** After a change of targets or holidays: of this MDA, or null for all. */
  'recompute-sla-timers': { readonly mdaId: string | null };
}
export type TaskName = keyof TaskPayloads;

/** For a job that is done later, and can be taken back until then. */
export interface JobPlan {
  readonly key: string;
  readonly runAt: Date;
}

/** Work that is done after the answer. */
export interface Jobs {
  /** Enqueues inside the caller's transaction: rolled back, the job never was. */
  add<T extends TaskName>(db: Database, task: T, payload: TaskPayloads[T], plan?: JobPlan): Promise<void>;
  /** Takes a planned job back in the caller's transaction; undefined once it runs or has run. */
  remove<T extends TaskName>(db: Database, task: T, key: string): Promise<TaskPayloads[T] | undefined>;
  /** The same as a call, for a statement that holds more. */
  call<T extends TaskName>(task: T, payload: TaskPayloads[T], plan?: JobPlan): SQL;
}
