import { expect, test } from 'vitest';
import { successStatus, type Endpoint } from './core/endpoint.ts';
import { errorStatus } from './core/error.ts';
import * as contract from './index.ts';
import { anyRole } from './core/role.ts';

const values: Record<string, unknown> = { ...contract };
const endpoints = Object.entries(values).flatMap(([name, it]) => (isEndpoint(it) ? [[name, it] as const] : []));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

test('each call of the specification exists at its path', () => {
  const calls = new Set(endpoints.map(([, it]) => `${it.method} ${it.path}`));
  for (const call of [
    'POST /register',
    'POST /verify-email',
    'POST /login',
    'GET /users/get-details',
    'GET /users/info',
    'GET /users/mda',
    'GET /users/customer-support',
    'GET /complaint',
    'GET /complaint/{id}',
    'POST /complaint',
    'PUT /complaint/reopen-complaint',
    'POST /survey',
    'GET /mda',
    'GET /mda/get-jurisdictions/{id}',
    'GET /category/complaints',
    'GET /category/feedback',
    'GET /notification',
    'GET /notification/mark-as-read/{id}',
    'PUT /notification/mark-as-read/{id}',
    'GET /feedback',
    'GET /feedback/{id}',
    'POST /feedback',
    'PUT /update-password',
    'POST /forgot-password',
    'PUT /reset-password',
  ])
    expect(calls).toContain(call);
});

test('no two calls have the same method and path', () => {
  const calls = endpoints.map(([, it]) => `${it.method} ${it.path}`);
  expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([]);
});

test.each(endpoints)('the declaration of the call %s is complete and consistent', (_name, it) => {
  expect(it.path).toMatch(/^(\/([a-z-]+|\{[a-z]+\}))+$/u);
  const placed = [...it.path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name);
  expect(Object.keys(it.params?.shape ?? {})).toEqual(placed);
  expect(anyRole).toEqual(expect.arrayContaining(it.access === 'public' ? [] : [...it.access]));
  for (const code of it.errors ?? []) expect(errorStatus).toHaveProperty(code);
  expect(it.reply === undefined).toBe(successStatus(it) === 204 || it.download !== undefined);
  // A body comes only where the method has one; JSON alone carries no files.
  const hasBody = (it.body ?? it.form ?? it.files) !== undefined;
  expect(hasBody && ['GET', 'DELETE'].includes(it.method)).toBe(false);
  expect(it.files !== undefined && it.form === undefined).toBe(false);
  for (const field of it.body && it.form ? Object.keys(it.form.shape) : [])
    expect(Object.keys(it.body?.shape ?? {})).toContain(field);
  for (const target of Object.values(it.aliases ?? {})) {
    expect([...Object.keys(it.form?.shape ?? {}), ...Object.keys(it.files ?? {})]).toContain(target);
  }
});
