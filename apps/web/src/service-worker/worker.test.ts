import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Handler = (event: unknown) => void;

let handlers: Map<string, Handler>;
let versions: string[];
let pages: object[];
let isOnline: boolean;

/** Answers whether the service worker answers in place of the server. */
function answers(path: string, mode: RequestMode = 'navigate', method = 'GET'): boolean {
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
    clients: { matchAll: async () => pages },
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
  });
  vi.stubGlobal('portalFiles', ['/theme.js']);
  vi.stubGlobal('portalVersion', 'one');
  versions = ['others', 'portal-zero', 'portal-one', 'portal-two'];
  pages = [];
  isOnline = true;
  vi.stubGlobal('caches', {
    open: async () => ({ match: async () => undefined, put: async () => undefined }),
    match: async () => new Response(),
    keys: async () => versions,
    delete: async (name: string) => void (versions = versions.filter((it) => it !== name)),
  });
  vi.stubGlobal('fetch', async () => (isOnline ? new Response() : Promise.reject(new TypeError('network'))));
  await import('./worker.ts');
});
afterEach(() => void vi.unstubAllGlobals());

test.each(['/', '/app/complaint/all-complaint', '/complain', '/apiary', '/desks'])('the portal opens %s', (path) => {
  expect(answers(path)).toBe(true);
});

test.each(['/api/complaint', '/desk', '/desk/', '/health/live', '/log', '/open311/v2', '/solved/x', '/data.csv'])(
  'the server answers %s itself',
  (path) => {
    expect(answers(path)).toBe(false);
  },
);

test('what belongs to the portal is answered, and nothing of others or that changes something', () => {
  expect(answers('/assets/index-1.js', 'no-cors')).toBe(true);
  expect(answers('/theme.js', 'no-cors')).toBe(true);
  expect(answers('/elsewhere.js', 'no-cors')).toBe(false);
  expect(answers('https://other.example/', 'navigate')).toBe(false);
  expect(answers('/complain', 'navigate', 'POST')).toBe(false);
});

test.each([
  ['goes once the portal is opened anew', [], true, false],
  ['stays while a page of it may be open', [{}], true, true],
  ['stays without a network', [], false, true],
] as const)('the version before %s', async (_, open, online, isKept) => {
  [pages, isOnline] = [[...open], online];
  answers('/');
  await new Promise((done) => setTimeout(done));
  expect(versions).toEqual(['others', ...(isKept ? ['portal-zero'] : []), 'portal-one', 'portal-two']);
});
