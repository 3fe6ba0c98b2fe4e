import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Number of uses from which a statement has a name. */
const frequent = 5;
const mostNamed = 250;
const mostCounted = 2_000;

/** The best plan of a list depends on its values: how many rows an MDA has. */
const isList = /\blimit\s+\$/iu;

/**
 * Returns a function that names the frequent statements of a pool; it takes and returns what the driver's `query` takes. PostgreSQL
 * parses a named one once a connection and soon plans it no more, which is half the cost of a short statement.
 */
export function nameFrequent(): (words: unknown[]) => unknown[] {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
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
  return (words) => {
    const [asked, values, ...rest] = words;
    if (!Array.isArray(values) || !isNameless(asked)) return words;
    return [{ ...asked, name: nameOf(asked.text) }, values, ...rest];
  };
}

const isNameless = (asked: unknown): asked is pg.QueryConfig =>
  typeof asked === 'object' &&
  asked !== null &&
  'text' in asked &&
  !('submit' in asked) &&
  !(asked as pg.QueryConfig).name;
