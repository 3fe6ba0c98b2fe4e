import { type DeskUpdates, reportPresence } from '@baraza/contract';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { type EventLine, openEventLine } from '../../../../test/support/server/event-lines.ts';
import { openLiveEvents } from '../../../realtime/live-events.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let colleague: Person;
let url: string;
const lines: EventLine[] = [];
beforeAll(async () => {
  scene = await createScene(api);
  colleague = await api.officer(scene.mdaId);
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/api/desk/stream`;
});
afterEach(() => lines.splice(0).forEach((line) => line.close()));

const report = (person: Person, id: string, writing: 'reply' | 'note' | null = null) =>
  person.call(reportPresence, { params: { id }, body: { open: true, writing } });
const open = async ({ token }: Person) => {
  const line = await openEventLine(url, token);
  lines.push(line);
  return line;
};
/** Reads until somebody's presence is reported and returns it. */
const nextPresence = async (line: EventLine) => {
  for (;;) {
    const { presence } = (await line.next()).data as DeskUpdates;
    if (presence) return presence;
  }
};

test('colleagues and oversight see who has a complaint open and writes; other MDAs do not', async () => {
  const id = await scene.file();
  const other = await scene.file({ mda: scene.neighbour.caller.mdaId ?? '' });
  const oversight = await api.staff('oversight');
  const [beside, above] = [await open(colleague), await open(oversight)];
  const [own, foreign] = [await open(scene.officer), await open(scene.neighbour)];

  await report(scene.officer, id, 'note');
  await report(colleague, id);
  await report(oversight, other);

  const writes = { complaint: id, person: { id: scene.officer.id }, open: true, writing: 'note' };
  expect(await nextPresence(beside)).toMatchObject(writes);
  expect(await nextPresence(above)).toMatchObject(writes);
  // Their first event is about another person and a complaint of their own MDA.
  expect(await nextPresence(own)).toMatchObject({ person: { id: colleague.id } });
  expect(await nextPresence(foreign)).toMatchObject({ complaint: other });
});

test('a recused officer neither receives presence on the complaint nor may report it', async () => {
  const [hidden, seen] = [await scene.file(), await scene.file()];
  await scene.act(scene.supervisor, hidden, 'recuse', { person: colleague.id });
  const line = await open(colleague);

  await report(scene.officer, hidden);
  await report(scene.officer, seen);

  expect(await nextPresence(line)).toMatchObject({ complaint: seen });
  expect(await outcomeOf(report(colleague, hidden))).toMatchObject({ status: 404 });
});

test('a reader of a complaint that is only offered to their MDA is not announced', async () => {
  const id = await scene.fileIn('transfer_offered');
  const line = await open(scene.officer);

  await report(scene.neighbour, id);
  await report(colleague, id);

  expect(await nextPresence(line)).toMatchObject({ person: { id: colleague.id } });
});

test('presence is announced across server processes', async () => {
  const id = await scene.file();
  const live = await openLiveEvents(() => new pg.Client(api.pool.options), api.services.log);
  onTestFinished(() => live.stop());
  const heard: string[] = [];
  live.followPresence({ readerId: colleague.id, mdaId: scene.mdaId }, ({ complaint }) => heard.push(complaint));

  await report(scene.officer, id);

  await expect.poll(() => heard).toEqual([id]);
});
