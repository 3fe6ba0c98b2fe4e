import * as contract from '@baraza/contract';
import type { Endpoint } from '@baraza/contract/core/endpoint';
import { beforeAll, expect, test } from 'vitest';
import { type Person, sharedTestApp } from '../support/server/app.ts';
import { auditedBy } from '../support/audited.ts';
import { createScene, type Scene } from '../support/complaints.ts';

/*
 * Every call whose reply shows a citizen to staff leaves an audit event.
 */

const api = sharedTestApp();
let scene: Scene;
let administrator: Person;
let id: string;
beforeAll(async () => {
  scene = await createScene(api);
  administrator = await api.staff('administrator');
  id = await scene.file();
});

const sendFeedback = async () => {
  const form = { category: await api.category('feedback'), title: 'A kind clerk', description: '<p>Thank you.</p>' };
  return { params: { id: (await scene.citizen.call(contract.submitFeedback, { form })).id } };
};

/** Makes each call; returns its caller and the action of its audit event. */
const showing: Readonly<Record<string, () => Promise<[by: Person, action: contract.AuditAction]>>> = {
  async listDeskComplaints() {
    const { items } = await scene.officer.call(contract.listDeskComplaints);
    expect(items[0]?.citizen.name).toMatch(/\w/u);
    return [scene.officer, 'complaint.listed'];
  },
  async getDeskComplaint() {
    await scene.officer.call(contract.getDeskComplaint, { params: { id } });
    return [scene.officer, 'complaint.viewed'];
  },
  async transitionComplaint() {
    await scene.officer.call(contract.transitionComplaint, { params: { id, action: 'start' }, body: { version: 1 } });
    return [scene.officer, 'complaint.acted'];
  },
  async getDeskFeedback() {
    await administrator.call(contract.getDeskFeedback, await sendFeedback());
    return [administrator, 'feedback.viewed'];
  },
  async replyToFeedback() {
    await administrator.call(contract.replyToFeedback, { ...(await sendFeedback()), body: { text: 'Thank you.' } });
    return [administrator, 'feedback.replied'];
  },
};

test('every call whose reply shows a citizen to staff is tested for its audit event', () => {
  const found = Object.entries(contract).flatMap(([name, it]) =>
    isForStaff(it) && fieldsOf(it.reply).has('citizen') ? [name] : [],
  );
  expect(found.toSorted()).toEqual(Object.keys(showing).toSorted());
});

test.each(Object.keys(showing))('the call %s, which shows a citizen to staff, leaves an audit event', async (name) => {
  const before = new Set((await Promise.all([scene.officer, administrator].map(actionsOf))).flat());
  const [by, action] = await showing[name]!();
  expect(before).not.toContain(action);
  expect(await actionsOf(by)).toContain(action);
});

const actionsOf = async (person: Person) => (await auditedBy(api, person)).map((it) => it.action);

function isForStaff(it: unknown): it is Endpoint {
  if (typeof it !== 'object' || it === null || !('path' in it) || !('access' in it)) return false;
  const { access } = it as Endpoint;
  return access === 'public' || access.some((role) => role !== 'citizen');
}

interface Schema {
  readonly _zod: { readonly def: Readonly<Record<string, unknown>> };
}

/** Names of all fields of a schema, at any depth. */
function fieldsOf(schema: unknown): Set<string> {
  if (typeof schema !== 'object' || schema === null || !('_zod' in schema)) return new Set();
  const { shape, options, innerType, element, valueType } = (schema as Schema)._zod.def;
  const fields = Object.entries(shape ?? {});
  const inner = [
    ...fields.map(([, it]) => it as unknown),
    ...((options ?? []) as unknown[]),
    innerType,
    element,
    valueType,
  ];
  return new Set([...fields.map(([name]) => name), ...inner.flatMap((it) => [...fieldsOf(it)])]);
}
