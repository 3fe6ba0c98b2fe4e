import type { SuggestedKind } from '@baraza/contract/complaint/suggestion';
import type { SQL } from 'drizzle-orm';
import type { Database } from '../db/database-types.ts';

/** Tasks and their payloads. Payloads are readable in the database, so they hold nothing secret or personal. */
export interface TaskPayloads {
  'recover-jobs': Record<string, never>;
  'clean-up': Record<string, never>;
  'apply-retention': Record<string, never>;
  'answer-messages': Record<string, never>;
  'receive-mails': Record<string, never>;
  'compact-counts': Record<string, never>;
  'find-bursts': Record<string, never>;
  'process-sla-reminders': Record<string, never>;
  /** A reply to a citizen, sealed, that can be taken back until it is due. */
  'send-held-reply': { readonly officerId: string; readonly complaintId: string; readonly sealed: string };
  /** An action on many complaints: who asked for what, sealed. */
  'run-bulk': { readonly runId: string; readonly sealed: string };
  'send-digests': Record<string, never>;
  'send-summaries': Record<string, never>;
  /** After many steps at once: the mail about all of them to one of the staff. */
  'mail-bulk': { readonly accountId: string };
  'publish-numbers': Record<string, never>;
  /** After a transition that shows which MDA or category is right. */
  'learn-targets': { readonly complaintId: string; readonly kinds: readonly SuggestedKind[] };
  /** After an update of a known issue. */
  'notify-followers': { readonly updateId: string };
  /** After a change of targets or holidays, of one MDA or (null) of all. */
  'recompute-sla-timers': { readonly mdaId: string | null };
}
export type TaskName = keyof TaskPayloads;

/** When a job runs, and a key to cancel it until then. */
export interface JobPlan {
  readonly key: string;
  readonly runAt: Date;
}

/** Queue of work to do after the response. */
export interface Jobs {
  /** Enqueues a job in the caller's transaction. */
  add<T extends TaskName>(db: Database, task: T, payload: TaskPayloads[T], plan?: JobPlan): Promise<void>;
  /** Cancels a planned job in the caller's transaction and returns its payload; undefined once it runs or has run. */
  remove<T extends TaskName>(db: Database, task: T, key: string): Promise<TaskPayloads[T] | undefined>;
  /** Builds the SQL call that enqueues a job, for use in a larger statement. */
  call<T extends TaskName>(task: T, payload: TaskPayloads[T], plan?: JobPlan): SQL;
}
