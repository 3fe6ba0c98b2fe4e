import type { Browser, Page } from '@playwright/test';
import type { Screen } from './screen.ts';
import { inspect, isMarked, open, watch, type Watch } from './xss-watch.ts';

/** Findings on many screens, by their names. */
export interface Found {
  readonly bad: Record<string, readonly string[]>;
  /** Screens without any hostile text. */
  readonly unmarked: string[];
  /** Paths of the screens. */
  readonly addresses: string[];
  /** Numbers of the texts behind which a rich text went on. */
  readonly passed: { readonly portal: Set<number>; readonly desk: Set<number> };
  readonly ran: string[];
  readonly outside: string[];
}

type Storages = Readonly<Record<Screen['as'], Readonly<Record<string, string>>>>;

/** Opens and inspects screens, three at a time. */
export async function walk(
  browser: Browser,
  {
    origin,
    storages,
    screens,
    withoutWords,
  }: { origin: string; storages: Storages; screens: readonly Screen[]; withoutWords: readonly string[] },
): Promise<Found> {
  const found = { bad: {}, unmarked: [], addresses: [], passed: { portal: new Set(), desk: new Set() } } as Pick<
    Found,
    'bad' | 'unmarked' | 'addresses' | 'passed'
  >;
  const watches = new Map<Screen['as'], Promise<Watch>>();
  const watchOf = (as: Screen['as']) => {
    const known = watches.get(as) ?? watch(browser, { origin, storage: storages[as] });
    watches.set(as, known);
    return known;
  };
  const waiting = [...screens];
  const lane = async () => {
    const pages = new Map<Screen['as'], Page>();
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const page = pages.get(next.as) ?? (await (await watchOf(next.as)).context.newPage());
      pages.set(next.as, page);
      // Each screen comes from a network of its own, so that no rate limit of a network applies.
      const network = screens.length - waiting.length;
      await page.setExtraHTTPHeaders({ 'x-forwarded-for': `10.9.${network >> 8}.${network & 255}` });
      await look(page, next, found, withoutWords.includes(next.name) ? 1_000 : 20_000);
    }
  };
  await Promise.all([lane(), lane(), lane()]);
  const all = await Promise.all(watches.values());
  await Promise.all(all.map(({ context }) => context.close()));
  return { ...found, ran: all.flatMap(({ ran }) => [...ran]), outside: all.flatMap(({ outside }) => outside) };
}

async function look(
  page: Page,
  { name, path, prepare }: Screen,
  { bad, unmarked, addresses, passed }: Pick<Found, 'bad' | 'unmarked' | 'addresses' | 'passed'>,
  patience: number,
): Promise<void> {
  try {
    await open(page, path);
    await prepare?.(page);
    await page.waitForFunction(() => document.querySelector('.skeletons, [aria-busy="true"]') === null);
  } catch (error) {
    bad[name] = [`did not come up: ${String(error)}`];
    return;
  }
  addresses.push(new URL(page.url()).pathname);
  if (!(await isMarked(page, patience))) unmarked.push(name);
  const sight = await inspect(page);
  if (sight.bad.length > 0) bad[name] = sight.bad;
  const seen = path.startsWith('/desk') ? passed.desk : passed.portal;
  for (const number of sight.passed) seen.add(number);
}
