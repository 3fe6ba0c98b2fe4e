import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Handler = (event: unknown) => void;

let handlers: Map<string, Handler>;
let versions: string[];
let pages: object[];
let isOnline: boolean;
let stored: string[];

/** Returns whether the service worker responds in the server's place. */
function responds(path: string, mode: RequestMode = 'navigate', method = 'GET'): boolean {
  const respondWith = vi.fn<(answer: Promise<Response>) => void>((answer) => void answer.catch(() => undefined));
  const request = { method, mode, url: new URL(path, 'https://portal.example').href };
  handlers.get('fetch')?.({ request, respondWith, waitUntil: () => undefined });
  return respondWith.mock.calls.length > 0;
}

beforeEach(async () => {
  vi.resetModules();
  handlers = new Map();
  vi.stubGlobal('self', {
    location: { origin: 'https://portal.example' },
    skipWaiting: async () => undefined,
    clients: { matchAll: async () => pages },
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
  });
  vi.stubGlobal('portalFiles', ['/theme.js']);
  vi.stubGlobal('portalVersion', 'one');
  versions = ['others', 'portal-zero', 'portal-one', 'portal-two'];
  pages = [];
  isOnline = true;
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async () => undefined,
      put: async () => undefined,
      addAll: async (files: string[]) => void (stored = files),
    }),
    match: async () => new Response(),
    keys: async () => versions,
    delete: async (name: string) => void (versions = versions.filter((version) => version !== name)),
  });
  vi.stubGlobal('fetch', async () => (isOnline ? new Response() : Promise.reject(new TypeError('network'))));
  await import('./worker.ts');
});
afterEach(() => void vi.unstubAllGlobals());

test.each(['/', '/app/complaint/all-complaint', '/complain', '/apiary', '/desks'])(
  'the service worker opens %s',
  (path) => {
    expect(responds(path)).toBe(true);
  },
);

test.each(['/api/complaint', '/desk', '/desk/', '/health/live', '/log', '/open311/v2', '/solved/x', '/data.csv'])(
  'the service worker leaves %s to the server',
  (path) => {
    expect(responds(path)).toBe(false);
  },
);

test('the service worker responds to GET requests for the portal’s own files only', () => {
  expect(responds('/assets/index-1.js', 'no-cors')).toBe(true);
  expect(responds('/theme.js', 'no-cors')).toBe(true);
  expect(responds('/elsewhere.js', 'no-cors')).toBe(false);
  expect(responds('https://other.example/', 'navigate')).toBe(false);
  expect(responds('/complain', 'navigate', 'POST')).toBe(false);
});

test.each([
  ['is removed when the portal is opened again', [], true, false],
  ['stays while one of its pages may be open', [{}], true, true],
  ['stays without a network', [], false, true],
] as const)('the previous version of the service worker %s', async (_, open, online, isKept) => {
  [pages, isOnline] = [[...open], online];
  responds('/');
  await new Promise((done) => setTimeout(done));
  expect(versions).toEqual(['others', ...(isKept ? ['portal-zero'] : []), 'portal-one', 'portal-two']);
});

test.each([
  ['all files of the portal', undefined, ['/', '/theme.js']],
  ['the page alone where data is to be saved', { saveData: true }, ['/']],
])('the service worker stores ahead %s', async (_, connection, files) => {
  vi.stubGlobal('navigator', { connection });
  await new Promise((done) => handlers.get('install')?.({ waitUntil: done }));
  expect(stored).toEqual(files);
});
