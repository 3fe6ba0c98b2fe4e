import { sql } from 'drizzle-orm';
import type { Services } from '../../../services.ts';

/** Whether many complaints hold a term of `wordsOf`. */
export type IsCommon = (term: string) => boolean;

/** Number of newest complaints that are sampled, and of those that make a word common. */
const sampled = 3_000;
const many = 30;
const lifetime = 3_600_000;

/** Learns every hour which words are common. It decides only how a search reads, not what it finds. */
export function learnCommonWords({ scoped, clock, log }: Pick<Services, 'scoped' | 'clock' | 'log'>): IsCommon {
  let counts = new Map<string, number>();
  let countedAt = -Infinity;
  const texts = `select search || conversation || notes from complaint order by submitted_at desc limit ${sampled}`;
  const count = async () => {
    type Row = { readonly word: string; readonly ndoc: number };
    const { rows } = await scoped('system').execute<Row>(sql`select word, ndoc from ts_stat(${texts}) where ndoc > 1`);
    counts = new Map(rows.map(({ word, ndoc }) => [word, ndoc]));
  };
  return (term) => {
    const now = clock.now().getTime();
    if (Math.abs(now - countedAt) > lifetime) {
      countedAt = now;
      count().catch((error: unknown) => log.warn({ err: error }, 'common words not counted'));
    }
    const [, word = '', prefix] = /^'([^']+)'(:\*)?$/u.exec(term) ?? [];
    if (prefix === undefined) return (counts.get(word) ?? 0) >= many;
    let sum = 0;
    for (const [said, times] of counts) if (said.startsWith(word)) sum += times;
    return sum >= many;
  };
}
