import { getPortalSettings } from '@baraza/contract';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { mount } from './mount.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('answers what the contract declares and nothing else, whatever the handler has', async () => {
  const declared = (await test.app.inject('/api/portal')).json<object>();
  const app = fastify();
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  app.decorateRequest('caller', undefined);
  mount(app, test.services, getPortalSettings, async () => ({ ...declared, passwordHash: 'canary' }) as never);
  const answer = await app.inject('/portal');
  expect(answer.json()).toEqual(declared);
  await app.close();
});
