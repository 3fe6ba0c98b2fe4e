import { expect, test } from 'vitest';
import { isKeyed, successStatus, type Endpoint } from './core/endpoint.ts';
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

/** POSTs that make nothing twice, with the reason; a key is refused there. */
const makesNothing: Readonly<Record<string, string>> = {
  confirmAccessChange: 'decided once: 409',
  undoAccessChange: 'decided once: 409',
  register: 'a repeat is a new code for the same address',
  verifyEmail: 'a code works once',
  resendCode: 'a new code for the old one',
  login: 'a session; who sent it twice ends it',
  createUpload: 'nothing until a submission names it; what is left is deleted',
  logout: 'ends',
  forgotPassword: 'a new code for the old one',
  readInvitation: 'reads',
  acceptInvitation: 'a link works once',
  signOutStaff: 'ends',
  resetMfa: 'ends',
  startMfa: 'a new key for the old one; wrong passwords are counted, whatever follows',
  confirmMfa: 'a code works once; wrong ones are counted, whatever follows',
  renewRecoveryCodes: 'a code works once; wrong ones are counted, whatever follows',
  endMfa: 'ends',
  deleteAccount: 'ends',
  startProviderSignIn: 'reads',
  linkProvider: 'once',
  enterByProvider: 'a code works once',
  confirmPassword: 'a proof of the moment',
  previewWords: 'reads',
  findCaller: 'reads',
  listSimilarToText: 'reads',
  reportPresence: 'the moment',
  openGuestSession: 'a session; who sent it twice ends it',
  suggestForText: 'reads',
  undoReply: 'once',
  translateForCitizen: 'reads',
  translateAtDesk: 'reads',
  findKnownIssues: 'reads',
  removeDemoData: 'ends',
  findArea: 'reads',
  tryRules: 'reads',
  renameTag: 'the same name again',
};

test('each POST takes an Idempotency-Key, or makes nothing twice', () => {
  const without = endpoints.filter(
    ([, it]) => it.method === 'POST' && !it.headers?.shape['idempotency-key'] && !isKeyed(it),
  );
  expect(without.map(([name]) => name).toSorted()).toEqual(Object.keys(makesNothing).toSorted());
});

/** Names of all fields of a schema, at any depth. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null || !('_zod' in schema)) return [];
  const { shape, options, innerType, element, valueType } = (schema._zod as { def: Record<string, unknown> }).def;
  const named = Object.entries(shape ?? {});
  const inner = [
    ...named.map(([, it]) => it as unknown),
    ...((options ?? []) as unknown[]),
    innerType,
    element,
    valueType,
  ];
  return [...named.map(([name]) => name), ...inner.flatMap(fieldsOf)];
}

test('no reply that is kept for a repeat holds a secret, or anything of a complaint or a citizen', () => {
  const kept = endpoints.filter(([, it]) => isKeyed(it) && it.repeat === undefined);
  expect(kept.length).toBeGreaterThan(8);
  const shut = ['token', 'secret', 'recoveryCodes', 'citizen', 'complaint', 'trackingId', 'rating'];
  expect(kept.filter(([, it]) => fieldsOf(it.reply).some((name) => shut.includes(name))).map(([name]) => name)).toEqual(
    [],
  );
});
