import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { feedbackStatuses, statuses } from '@baraza/contract';
import type { BrowserContext, Page, Response } from '@playwright/test';

const root = path.join(import.meta.dirname, '..', '..');
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Builds an app in a pseudo-language: each letter of the catalogue's texts has an accent. */
export async function buildPseudo(app: 'web' | 'desk', folder: string): Promise<void> {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const words = [vite, 'build', '--logLevel', 'error', '--outDir', folder, '--emptyOutDir'];
  await promisify(execFile)(process.execPath, words, {
    cwd: path.join(root, 'apps', app),
    env: { ...process.env, VITE_LOCALE: 'pseudo' },
  });
}

/** Serves that build at the address of the real portal or desk, over the real API. */
export async function servePseudo(context: BrowserContext, folder: string): Promise<void> {
  await context.route(/^http:\/\/127\.0\.0\.1:\d+\/(?!api\/)/u, async (route) => {
    const { pathname } = new URL(route.request().url());
    const name = path.extname(pathname) ? pathname.replace(/^\/desk\//u, '/') : '/index.html';
    const body = await readFile(path.join(folder, name)).catch(() => null);
    if (body === null) await route.fulfill({ status: 404 });
    else await route.fulfill({ body, contentType: types[path.extname(name)] ?? 'application/octet-stream' });
  });
}

/** Fields that the API sends as codes and the page translates. */
const codes = new Set<string>([...statuses, ...feedbackStatuses]);

/** Responses of a page that are still being read. */
const underWay = new WeakMap<ReadonlySet<string>, Promise<void>[]>();

/** Collects every text of the API, which is not from the catalogue. */
export function collectAnswers(page: Page): Set<string> {
  const said = new Set<string>();
  underWay.set(said, []);
  const take = (value: unknown): void => {
    // The page shows rich text, mail addresses and tracking IDs in pieces.
    if (typeof value === 'string')
      for (const piece of value.split(/<[^>]*>|(?<=@)|(?<=^SDP-\d\d-)/u)) said.add(piece.trim());
    else if (value && typeof value === 'object') Object.values(value).forEach(take);
  };
  page.on('response', (response: Response) => {
    if (!/\/api\//u.test(response.url()) || !response.headers()['content-type']?.includes('json')) return;
    underWay.get(said)?.push(response.json().then(take, () => undefined));
  });
  return said;
}

/** Returns every text of the page: contents, labels, placeholders, titles. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest('script, style, noscript')) found.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll('*')) {
      for (const name of [
        'aria-label',
        'aria-description',
        'placeholder',
        'data-placeholder',
        'title',
        'alt',
        'label',
      ]) {
        found.push(element.getAttribute(name) ?? '');
      }
    }
    return found.map((text) => text.trim()).filter((text) => text !== '');
  });
}

/** Returns plain English words on the page that come neither from the catalogue nor from the API. */
export async function plainEnglish(page: Page, said: Set<string>): Promise<string[]> {
  const texts = await textsOf(page);
  // The page may be read before this list is.
  await Promise.all(underWay.get(said) ?? []);
  const known = [...said].filter((text) => text.length > 2 && !codes.has(text)).toSorted((a, b) => b.length - a.length);
  const plain = texts.filter((text) => {
    let rest = text.replaceAll(/https?:\S+|SDP-\d\d-\w{6}/gu, ' ');
    for (const words of known) rest = rest.replaceAll(words, ' ');
    return /(?<![\p{L}\d])[a-z]{3,}(?![\p{L}\d])/iu.test(rest);
  });
  return [...new Set(plain)];
}
