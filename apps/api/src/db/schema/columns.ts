import { customType, integer, timestamp } from 'drizzle-orm/pg-core';

/** Raw bytes: hashes, digests, salts. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** The words of a row, for search. Filled by the database alone. */
export const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** An instant in UTC, with milliseconds. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Counts the changes of a row that several people may edit: the optimistic lock. */
export const changes = () => integer('version').notNull().default(1);
