import type { Browser, BrowserContext, Page } from '@playwright/test';

/** A browser that records hostile texts that run, and requests to other servers. */
export interface Watch {
  readonly context: BrowserContext;
  /** Calls of the texts that ran, by their numbers. */
  readonly ran: Set<string>;
  readonly outside: string[];
}

/** Runs before any script of the page, in every frame. */
const watcher = () => {
  const report = (window as unknown as { xssReport: (what: string) => void }).xssReport;
  const tell = (name: string) => (word: unknown) => report(`${name}(${String(word)})`);
  for (const name of ['alert', 'confirm', 'prompt', 'xssRan', 'XSS', 'xss'])
    Object.defineProperty(window, name, { value: tell(name), writable: false });
};

/** Opens a browser with these items in its localStorage and starts recording. */
export async function watch(
  browser: Browser,
  {
    origin,
    storage = {},
    bypassCSP = false,
  }: { origin: string; storage?: Readonly<Record<string, string>>; bypassCSP?: boolean },
): Promise<Watch> {
  const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 900 },
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
    bypassCSP,
  });
  const ran = new Set<string>();
  const outside: string[] = [];
  await context.exposeBinding('xssReport', (_, what: string) => void ran.add(what));
  await context.addInitScript(watcher);
  await context.route(
    (url) => url.protocol.startsWith('http') && url.origin !== origin,
    (route) => {
      outside.push(route.request().url());
      return route.abort();
    },
  );
  return { context, ran, outside };
}

export interface Sight {
  /** Handlers, addresses that would run, and elements that only our code may insert. */
  readonly bad: readonly string[];
  /** Numbers of the texts behind which a rich text went on. */
  readonly passed: readonly number[];
}

/** Follows each hostile text. */
export const mark = '※';
/** Follows each text of a rich text with several. */
export const milestone = (number: number) => `·${number}·`;

/** Finds hostile elements on a page, and fires the events that a person might fire. */
export const inspect = (page: Page): Promise<Sight> => page.evaluate(lookThrough);

/**
 * Waits up to `timeout` milliseconds for the mark on the page, outside the shell of the app: as text, in a field or in an
 * attribute. Some texts appear a while after the heading.
 */
export async function isMarked(page: Page, timeout: number): Promise<boolean> {
  const shown = page.waitForFunction(markIsShown, mark, { timeout });
  return shown.then(
    () => true,
    () => false,
  );
}

/** Runs in the page. */
function markIsShown(sign: string): boolean {
  const places = [...document.querySelectorAll('main, dialog, [role="dialog"], [role="group"]')];
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')];
  return places.some((it) => it.outerHTML.includes(sign)) || fields.some((it) => it.value.includes(sign));
}

/** Runs in the page. */
async function lookThrough(): Promise<Sight> {
  const bad: string[] = [];
  const all = [...document.body.querySelectorAll('*')];
  const isOurs = (it: Element) =>
    it instanceof HTMLScriptElement && (it.src.startsWith(location.origin) || it.matches('#portal[type$=json]'));
  for (const it of all) {
    for (const { name, value } of it.attributes) {
      const isAddress = ['href', 'src', 'action', 'formaction', 'data', 'xlink:href', 'srcdoc'].includes(name);
      const runs = isAddress && /^(?:javascript|vbscript|data):/iu.test(value.replaceAll(/[\s\p{Cc}]/gu, ''));
      if (name.startsWith('on') || runs || name === 'srcdoc') bad.push(`${it.tagName} ${name}=${value.slice(0, 80)}`);
    }
    if (/^(?:base|embed|frame|iframe|link|meta|object|script|style)$/iu.test(it.tagName) && !isOurs(it))
      bad.push(it.outerHTML.slice(0, 120));
  }
  for (const type of ['mouseover', 'focusin', 'pointerenter', 'animationstart', 'toggle'])
    for (const it of all) it.dispatchEvent(new Event(type, { bubbles: false }));
  // Waits for broken pictures, whose handlers fire on the error.
  const decode = (it: HTMLImageElement) => {
    // A lazy picture out of view would never load.
    it.loading = 'eager';
    return it.decode();
  };
  await Promise.allSettled([...document.images].map(decode));
  const rich = [...document.querySelectorAll('.rich-text')].map((it) => it.textContent).join('');
  return {
    bad,
    passed: [...rich.matchAll(/·(\d+)·/gu)].map(([, number]) => Number(number)),
  };
}

/** Opens a screen and waits until it has loaded. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.skeletons, [aria-busy="true"]') === null);
}
