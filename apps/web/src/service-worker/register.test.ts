// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerServiceWorker } from './register.ts';

vi.mock('@baraza/app', () => ({ afterStart: (act: () => void) => act() }));

const register = vi.fn<(url: string) => Promise<void>>(() => Promise.reject(new TypeError('no line')));
const fetched = vi.fn<(url: string, options: RequestInit) => Promise<void>>(() =>
  Promise.reject(new TypeError('no line')),
);

/** Opens a page with two loaded resources, with or without a controlling worker. */
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

test('the first service worker stores assets that the browser loaded before it', () => {
  const container = openPage(null);
  expect(register).toHaveBeenCalledExactlyOnceWith('/sw.js');
  expect(fetched).not.toHaveBeenCalled();

  takeOver(container);
  takeOver(container);

  expect(fetched.mock.calls).toEqual([['https://portal.example/assets/fr.js', { cache: 'force-cache' }]]);
});

test('a page that a service worker already controls requests nothing again', () => {
  takeOver(openPage({}));

  expect(register).toHaveBeenCalledOnce();
  expect(fetched).not.toHaveBeenCalled();
});

test('no service worker is registered in development or without browser support', () => {
  vi.stubEnv('PROD', false);
  openPage(null);
  vi.stubEnv('PROD', true);
  vi.stubGlobal('navigator', {});
  registerServiceWorker();

  expect(register).not.toHaveBeenCalled();
});
