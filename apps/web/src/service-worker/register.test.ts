// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerServiceWorker } from './register.ts';

vi.mock('@baraza/app', () => ({ afterStart: (act: () => void) => act() }));

const register = vi.fn<(url: string) => Promise<void>>(() => Promise.reject(new TypeError('no line')));
const fetched = vi.fn<(url: string, options: RequestInit) => Promise<void>>(() =>
  Promise.reject(new TypeError('no line')),
);

/** A browser with what it has loaded, where a worker controls the page already or does not. */
function openPage(controller: object | null) {
  const container = Object.assign(new EventTarget(), { controller, register });
  vi.stubGlobal('navigator', { serviceWorker: container });
  const loaded = ['https://portal.example/assets/fr.js', 'https://portal.example/api/user'];
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(loaded.map((name) => ({ name }) as PerformanceEntry));
  registerServiceWorker();
  return container;
}

const takeOver = (container: EventTarget) => container.dispatchEvent(new Event('controllerchange'));

beforeEach(() => {
  vi.stubEnv('PROD', true);
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.clearAllMocks();
});

test('the first worker stores what came before it, from the cache of the browser', () => {
  const container = openPage(null);
  expect(register).toHaveBeenCalledExactlyOnceWith('/sw.js');
  expect(fetched).not.toHaveBeenCalled();

  takeOver(container);
  takeOver(container);

  expect(fetched.mock.calls).toEqual([['https://portal.example/assets/fr.js', { cache: 'force-cache' }]]);
});

test('a worker that follows another one has it all stored', () => {
  takeOver(openPage({}));

  expect(register).toHaveBeenCalledOnce();
  expect(fetched).not.toHaveBeenCalled();
});

test('where the browser has none, and while the portal is developed, there is none', () => {
  vi.stubEnv('PROD', false);
  openPage(null);
  vi.stubEnv('PROD', true);
  vi.stubGlobal('navigator', {});
  registerServiceWorker();

  expect(register).not.toHaveBeenCalled();
});
