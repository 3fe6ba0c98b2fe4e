import { message } from '@baraza/contract/core/message';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { validation } from './errors.ts';

/** A place in a list sorted by an instant, then by id. */
export interface Place {
  /** Null stands for 'never', behind every instant. */
  readonly at: Date | null;
  readonly id: string;
  /** What decides before the id where instants are equal, in lists that say so. */
  readonly second?: Date;
}

/** One page of a list, and the cursor of the next one. */
export interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}

/** Cuts a page from rows, of which one more than the limit was read. */
export function toPage<Row>(
  list: string,
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => Place,
): Page<Row> {
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

/** Reads a cursor. One that was made up finds nothing that its bearer may not see. @throws AppError 400 when it is none of this list. */
export function fromCursor(list: string, cursor: string): Place {
  const place = parse(cursor);
  if (!Array.isArray(place) || place.length < 3 || place.length > 4) throw refused();
  const [of, at, id, second] = place as unknown[];
  if (of !== list || typeof id !== 'string' || !uuid.test(id) || !(at === null || isTime(at))) throw refused();
  if (!(second === undefined || isTime(second))) throw refused();
  return { at: at === null ? null : new Date(at), id, ...(second !== undefined && { second: new Date(second) }) };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** What the database can hold as well as JavaScript. */
function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < Date.UTC(10_000, 0);
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

function refused() {
  return validation({ cursor: message.invalid });
}
