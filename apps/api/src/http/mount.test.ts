import type { Endpoint } from '@baraza/contract/core/endpoint';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { mount } from './mount.ts';

/* What a handler answers beside the fields that the contract names never leaves the server. */

let test: TestApp;
let app: FastifyInstance;
const told: Endpoint = {
  method: 'GET',
  path: '/told',
  access: 'public',
  summary: 'Told.',
  reply: undefined,
};
const reply = z.object({
  id: z.string(),
  inner: z.object({ name: z.string() }),
  all: z.array(z.object({ n: z.number() })),
});

beforeAll(async () => {
  test = await createTestApp();
  app = await test.rebuild({});
});
afterAll(async () => {
  await app.close();
  await test.close();
});

it('an answer is cut to the fields that the contract names, however deep they lie', async () => {
  mount(app, test.services, { ...told, reply }, () => {
    const secret = { password_hash: 'hush' };
    return Promise.resolve({ id: '1', inner: { name: 'a', ...secret }, all: [{ n: 1, ...secret }], ...secret });
  });
  const { body } = await app.inject('/told');
  expect(JSON.parse(body)).toEqual({ id: '1', inner: { name: 'a' }, all: [{ n: 1 }] });
});
