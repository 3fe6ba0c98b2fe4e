import { type AnyPgColumn, customType, integer, timestamp, type UpdateDeleteAction, uuid } from 'drizzle-orm/pg-core';

/** Raw bytes: hashes, digests, salts. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Closed rings of x and y, as PostgreSQL writes them. */
export const polygons = customType<{ data: string[] }>({ dataType: () => 'polygon[]' });

/** Full-text search vector of a row; the database generates it. */
export const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** An instant in UTC, with milliseconds. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Optimistic lock of a row that several people may edit: its number of changes. */
export const changes = () => integer('version').notNull().default(1);

/** The row of another table that this one belongs to. */
export const belongsTo = (name: string, to: () => AnyPgColumn, actions?: { readonly onDelete: UpdateDeleteAction }) =>
  uuid(name).notNull().references(to, actions);
