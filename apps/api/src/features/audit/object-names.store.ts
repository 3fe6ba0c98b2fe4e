import { Id } from '@baraza/contract/core/common';
import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { complaint, feedback, file } from '../../db/schema/tables.ts';
import type { RecusedObjects } from '../recusal/recusal.store.ts';

/** Under which names entries tell of one object. */
export interface ObjectNames {
  /** Its number, and those of its files. */
  readonly ids: readonly string[];
  /** A tracking id, or what else people call it. */
  readonly label: string | null;
}

/**
 * What was typed, and what the same object is called besides. This needs a database that holds everything: not everybody who reads
 * the trail may look complaints up. Nothing of it is shown; it only leads to entries, and those have a fence of their own. What is
 * in `recused` leads to what they were refused of it.
 */
export async function findNames(everything: Database, typed: string, recused: RecusedObjects): Promise<ObjectNames> {
  const id = Id.safeParse(typed);
  const label = id.success ? null : typed.toUpperCase();
  const [found] = (
    await everything.execute<{ id: string; label: string; files: string[] }>(sql`
      select one.id, one.tracking_id as label,
        array(select ${file.id} from ${file} where ${file.complaintId} = one.id)
          || array(select ${file.id} from ${file} where ${file.feedbackId} = one.id) as files
        from (
          select ${complaint.id}, ${complaint.trackingId} from ${complaint} where ${is(complaint)}
          union all select ${feedback.id}, ${feedback.trackingId} from ${feedback} where ${is(feedback)}
        ) as one limit 1`)
  ).rows;
  // Sample data that was removed is in the trail alone.
  if (!found) return { ids: id.success ? [id.data] : [], label };
  // Not told from what never was: that is in no list either.
  if (recused.ids.includes(found.id)) return { ids: id.success ? [id.data] : [], label: '' };
  return { ids: [found.id, ...found.files], label: found.label };

  function is(table: typeof complaint | typeof feedback) {
    return id.success ? sql`${table.id} = ${id.data}` : sql`${table.trackingId} = ${label}`;
  }
}
