import { statedFactNames } from '@baraza/contract';
import { sha256 } from '../../../crypto/digest.ts';
import type { complaint } from '../../../db/schema/tables.ts';

const names = ['title', 'description', 'incidentDate', 'lat', 'lon', 'accuracy', ...statedFactNames] as const;
type Name = (typeof names)[number];
export type Statement = Readonly<Pick<typeof complaint.$inferSelect, Name>>;

/** Picks what a citizen wrote from a complaint, or its columns from the table. */
export function statementOf<T extends Record<Name, unknown>>(of: T): Pick<T, Name> {
  return Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<T, Name>;
}

/** Computes the digest of what a citizen wrote. The event of the filing holds it, so that the log covers it. */
export function statementDigest(statement: Statement): string {
  return sha256(JSON.stringify(statementOf(statement))).toString('hex');
}
