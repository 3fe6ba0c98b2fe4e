import type { Browser, BrowserContext, Page } from '@playwright/test';

/** Everything that acted, or asked for something elsewhere. */
export interface Watch {
  readonly context: BrowserContext;
  /** Which texts did, by their number. */
  readonly ran: Set<string>;
  readonly outside: string[];
}

/** Installed before any program of the page, in every frame. */
const watcher = () => {
  const report = (window as unknown as { xssTold: (what: string) => void }).xssTold;
  const tell = (name: string) => (word: unknown) => report(`${name}(${String(word)})`);
  for (const name of ['alert', 'confirm', 'prompt', 'xssRan', 'XSS', 'xss'])
    Object.defineProperty(window, name, { value: tell(name), writable: false });
};

/** A browser of somebody who is signed in, in which whatever a text does is noticed. */
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
  await context.exposeBinding('xssTold', (_, what: string) => void ran.add(what));
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
  /** Handlers that are still there, addresses that would run, elements that nobody but us may place. */
  readonly bad: readonly string[];
  /** The numbers of the texts behind which the rich text went on. */
  readonly passed: readonly number[];
}

/** What stands behind each hostile text. */
export const mark = '※';
/** What stands behind each text in a rich text that holds many. */
export const milestone = (number: number) => `·${number}·`;

/** Looks through a page for what should not be there; touches what a person might touch. */
export const inspect = (page: Page): Promise<Sight> => page.evaluate(lookThrough);

/**
 * Whether the mark comes up within the frame that all screens share, in so many milliseconds: as text, in a field of a form or
 * in an attribute. Some comes a while after the heading.
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
  // What a broken picture sets off comes with its error.
  const decode = (it: HTMLImageElement) => {
    // One that waits to be scrolled to would wait for ever.
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

/** Opens a screen and waits until it shows what it has. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.skeletons, [aria-busy="true"]') === null);
}
