import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listNotifications, submitComplaint, submitFeedback } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { account } from '../../src/db/schema/tables.ts';
import type { Services } from '../../src/services.ts';
import type { Ask, Estate } from './ask.ts';
import type { AccessRow } from './access-table.ts';
import { type Actor, createActors, type Visitor } from './actors.ts';
import { createTestApp, type TestApp } from '../support/server/app.ts';
import { channelSecret } from './channel-asks.ts';
import { createScene } from '../support/complaints.ts';
import { photo } from '../support/media.ts';
import { lastName, phone } from '../support/owner.ts';

/** Word in every text of the owner, and in no other. */
export const canary = 'canary-7f3k92';
// What a program acts on is in its answer.
const programs = ['program', 'readProgram', 'actProgram', 'reportProgram', 'oversightProgram'] as const;
const readers: readonly Actor[] = ['owner', 'officer', 'supervisor', 'oversight', 'teamOfficer', ...programs];
/** Administrators reply to feedback but read no complaint. */
export const mayRead = ({ url }: AccessRow, actor: Actor) =>
  readers.includes(actor) || (actor === 'administrator' && url.startsWith('/api/desk/feedback'));

export const titleOf = ({ method, url }: { method: string; url: string }) => `${method} ${url}`;

/** A server with objects of an owner, and every actor. */
export interface AccessWorld {
  readonly test: TestApp;
  readonly app: FastifyInstance;
  readonly estate: Estate;
  visit(actor: Actor): Promise<Visitor>;
  send(row: AccessRow, ask: Ask, visitor: Visitor): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
}

/** Creates the world, with some services of its server replaced. */
export async function createAccessWorld(change: (services: Services) => Partial<Services>): Promise<AccessWorld> {
  const generous = { max: 1_000_000, seconds: 60 };
  const names = ['network', 'session', 'codeNetwork', 'codeTryNetwork', 'loginNetwork', 'login', 'loginAnywhere'];
  const ofGuests = ['guestComplaints', 'unprovenComplaints', 'wrongReceiptCodes', 'suggestions'];
  const test = await createTestApp({
    environment: { CHANNELS: JSON.stringify([{ name: 'sms', secret: channelSecret, country: 'NG' }]) },
    rates: Object.fromEntries([...names, ...ofGuests, 'password'].map((name) => [name, generous])),
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'baraza-matrix-'));
  for (const name of ['web', 'desk']) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'index.html'), `<title>${name}</title>`);
  }
  const folders = { web: path.join(folder, 'web'), desk: path.join(folder, 'desk') };
  const app = await test.rebuild(change(test.services), folders);
  await app.ready();
  return {
    test,
    app,
    ...(await createEstate(test)),
    send: (row, ask, visitor) => send(app, row, ask, visitor),
    async close() {
      await app.close();
      await test.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates the objects of an owner, and every actor. */
export async function createEstate(test: TestApp): Promise<Pick<AccessWorld, 'estate' | 'visit'>> {
  const scene = await createScene(test, 'two-person');
  await test.services.db.update(account).set({ lastName, phone }).where(eq(account.id, scene.citizen.id));
  const visit = await createActors(test, scene);
  const form = scene.fields({ title: `Title ${canary}`, description: `<p>Words ${canary}</p>`, location: canary });
  const sent = await scene.citizen.call(submitComplaint, { form, files: { files: [await photo(`${canary}.png`)] } });
  await scene.act(scene.officer, sent.id, 'start');
  for (const actor of ['recusedOfficer', 'recusedSupervisor'] as const) {
    const { accountId: person } = await visit(actor);
    await scene.act(scene.supervisor, sent.id, 'recuse', { person });
  }
  const feedbackCategory = await test.category('feedback');
  const praise = { category: feedbackCategory, title: `Praise ${canary}`, description: `<p>${canary}</p>` };
  const estate = {
    scene,
    complaintId: sent.id,
    feedbackId: (await scene.citizen.call(submitFeedback, { form: praise })).id,
    feedbackCategory,
    notificationId: (await scene.citizen.call(listNotifications)).items[0]?.id ?? '',
    fileId: sent.attachments[0]?.id ?? '',
    clerkId: (await test.staff('oversight')).id,
    owner: () => visit('owner'),
  };
  return { estate, visit };
}

/** Sends a call of the table as a visitor. */
export async function send(
  app: FastifyInstance,
  row: AccessRow,
  { url, json, form, text, headers }: Ask,
  visitor: Visitor,
) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...form, ...(form && visitor.claims) })) body.append(name, value);
  const line = new AbortController();
  const answer = await app.inject({
    method: row.method as 'GET',
    // Not in the query, where a call refuses what it does not know.
    url,
    headers: { ...visitor.headers, ...headers, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { payload: JSON.stringify({ ...visitor.claims, ...json }) }),
    ...(form && { payload: body }),
    ...(text !== undefined && { payload: text }),
    payloadAsStream: true,
    signal: line.signal,
  });
  // A live event stream never ends by itself.
  const isLine = answer.headers['content-type']?.toString().startsWith('text/event-stream');
  const bytes = isLine ? [] : await answer.stream().toArray();
  if (isLine) answer.stream().on('error', () => {});
  line.abort();
  return { status: answer.statusCode, text: Buffer.concat(bytes).toString() };
}
