import * as programMessage from '@baraza/contract/core/program-message';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { validation } from './errors.ts';

/** A place in a list sorted by an instant, then by id. */
export interface Place {
  /** Null stands for 'never', behind every instant. */
  readonly at: Date | null;
  readonly id: string;
  /** Second sort key, before the id, in lists that have one. */
  readonly second?: Date;
}

/** One page of a list, and the cursor of the next one. */
export interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}

/** Cuts a page from rows, of which one more than the limit was read. */
export function toPage<Row>(list: string, rows: readonly Row[], limit: number, placeOf: (row: Row) => Place) {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last ? toCursor(list, placeOf(last)) : null };
}

/** Condition of the rows behind a cursor; undefined for the first page. */
export function behindCursor(
  list: string,
  cursor: string | undefined,
  columns: { readonly at: SQLWrapper; readonly id: SQLWrapper },
  order: 'latest' | 'oldest' = 'latest',
): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { at, id } = fromCursor(list, cursor);
  const time = (at ?? new Date(0)).toISOString();
  return sql`(${columns.at}, ${columns.id}) ${sql.raw(order === 'latest' ? '<' : '>')} (${time}::timestamptz, ${id}::uuid)`;
}

/** A place as it travels: opaque to the client. `list` names the list and its order, so that no other takes it. */
export function toCursor(list: string, { at, id, second }: Place): string {
  const place = [list, at && at.getTime(), id, ...(second ? [second.getTime()] : [])];
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** An instant that both database and JavaScript can represent. */
const Instant = z.pipe(
  z.int().check(z.nonnegative(), z.lt(Date.UTC(10_000, 0))),
  z.transform((time) => new Date(time)),
);
const CursorParts = z.tuple([z.string(), z.nullable(Instant), z.guid(), z.optional(Instant)]);

/** Reads a cursor; a forged one reveals nothing beyond its caller's scope. @throws AppError 400 for a cursor of another list. */
export function fromCursor(list: string, cursor: string): Place {
  const read = CursorParts.safeParse(parse(cursor));
  if (!read.success || read.data[0] !== list) throw validation({ cursor: programMessage.cursor });
  const [, at, id, second] = read.data;
  return { at, id, ...(second && { second }) };
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
