import * as contract from '@baraza/contract';
import type { Endpoint } from '@baraza/contract/core/endpoint';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { mount, replySerializer } from './mount.ts';

/* Only fields that the contract names leave the server. */

let test: TestApp;
let app: FastifyInstance;
const sample: Endpoint = {
  method: 'GET',
  path: '/sample',
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

it('a reply is cut to the fields of the contract at every depth', async () => {
  mount(app, test.services, { ...sample, reply }, () => {
    const secret = { password_hash: 'hush' };
    return Promise.resolve({ id: '1', inner: { name: 'a', ...secret }, all: [{ n: 1, ...secret }], ...secret });
  });
  const { body } = await app.inject('/sample');
  expect(JSON.parse(body)).toEqual({ id: '1', inner: { name: 'a' }, all: [{ n: 1 }] });
});

it('a reply is written as JSON with null where the contract allows it', () => {
  const schema = z.object({ at: z.nullable(z.string()), inner: z.nullable(z.object({ n: z.nullable(z.int()) })) });
  const write = replySerializer(schema);
  expect(write({ at: null, inner: null, secret: 1 })).toBe('{"at":null,"inner":null}');
  expect(write({ at: '"', inner: { n: null, secret: 1 } })).toBe('{"at":"\\"","inner":{"n":null}}');
  expect(() => write({ at: null })).toThrow('required');
});

const replies = Object.entries(contract).flatMap(([name, it]) =>
  typeof it === 'object' && it !== null && 'path' in it && 'reply' in it && it.reply ? [[name, it.reply] as const] : [],
);

it.each(replies)('the call %s declares every field that it sends', (_, schema) => {
  const open: unknown[] = [];
  const look = (node: z.core.JSONSchema.BaseSchema) => {
    const isTyped = '$ref' in node || 'type' in node || 'anyOf' in node || 'enum' in node || 'const' in node;
    const isOpen = node.type === 'object' && (node.additionalProperties ?? true) === true;
    if (!isTyped || isOpen) open.push(node);
  };
  z.toJSONSchema(schema, { override: ({ jsonSchema }) => look(jsonSchema) });
  expect(open).toEqual([]);
});
