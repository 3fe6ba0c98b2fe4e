import { createHash } from 'node:crypto';
import pg from 'pg';

/** Uses after which a statement gets a name, statements that have one, and texts whose uses are counted. */
const frequent = 5;
const mostNamed = 250;
const mostCounted = 2_000;

/** The best plan of a list depends on its values: how many rows an MDA has. */
const isList = /\blimit\s+\$/iu;

/**
 * Makes a client that names frequent statements. PostgreSQL parses a named one once a connection and soon plans it no more, which
 * is half the cost of a short statement.
 */
export function namingClient(): typeof pg.Client {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= mostNamed || isList.test(text)) return known;
    if (uses.size >= mostCounted) uses.clear();
    const count = (uses.get(text) ?? 0) + 1;
    uses.set(text, count);
    if (count < frequent) return undefined;
    uses.delete(text);
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
    names.set(text, name);
    return name;
  };
  return class extends pg.Client {
    /** Asks as `pg.Client` does, by a name where the statement has one. */
    override query(...words: unknown[]): never {
      const [asked, values] = words as [unknown, unknown];
      if (Array.isArray(values) && isNameless(asked)) words[0] = { ...asked, name: nameOf(asked.text) };
      return super.query(...(words as [string])) as never;
    }
  };
}

const isNameless = (asked: unknown): asked is pg.QueryConfig =>
  typeof asked === 'object' &&
  asked !== null &&
  'text' in asked &&
  !('submit' in asked) &&
  !(asked as pg.QueryConfig).name;
