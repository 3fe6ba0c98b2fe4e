import { expect, it } from 'vitest';
import { rememberReturn, takeReturn } from './return-to.ts';

it('gives the remembered address once, then the start of the app', () => {
  rememberReturn('/app/history/Pending?q=water#list');
  expect(takeReturn()).toBe('/app/history/Pending?q=water#list');
  expect(takeReturn()).toBe('/app');
});

it.each(['//evil.example/app', 'https://evil.example', '/application', '/login', 'javascript:alert(1)'])(
  'never leads out of the app: %s',
  (address) => {
    rememberReturn(address);
    expect(takeReturn()).toBe('/app');
  },
);
