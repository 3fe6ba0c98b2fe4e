import { type DeskUpdates, logout, updateStaff } from '@baraza/contract';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../../test/support/server/app.ts';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { type EventLine, openEventLine } from '../../../../test/support/server/event-lines.ts';
import { followComplaints } from './follow-complaints.ts';

describe('the stream of the desk', () => {
  let api: TestApp;
  let scene: Scene;
  let url: string;
  const lines: EventLine[] = [];
  beforeAll(async () => {
    api = await createTestApp({ now: '2026-05-04T09:00:00Z' });
    scene = await createScene(api);
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/api/desk/stream`;
  });
  afterEach(() => lines.splice(0).forEach((line) => line.close()));
  afterAll(() => api.close());

  const open = async ({ token }: Person) => {
    const line = await openEventLine(url, token);
    lines.push(line);
    expect(line.status).toBe(200);
    return line;
  };
  /** Waits until the stream names this complaint; returns all ids until then. */
  const readUntil = async (line: EventLine, id: string) => {
    const ids: string[] = [];
    while (!ids.includes(id)) ids.push(...(((await line.next()).data as DeskUpdates).complaints ?? []));
    return ids;
  };

  test('live updates of complaints reach staff of the MDA and oversight, not other MDAs', async () => {
    const oversight = await api.staff('oversight');
    const [own, above, foreign] = [await open(scene.officer), await open(oversight), await open(scene.neighbour)];
    const id = await scene.file();
    for (const line of [own, above]) expect(await readUntil(line, id)).toEqual([id]);
    await scene.act(scene.supervisor, id, 'start');
    for (const line of [own, above]) expect(await readUntil(line, id)).toEqual([id]);
    const theirs = await scene.file({ mda: scene.neighbour.caller.mdaId ?? '' });
    // The first event at the other MDA is about its own complaint.
    expect(await readUntil(foreign, theirs)).toEqual([theirs]);
    expect(await readUntil(above, theirs)).toEqual([theirs]);
  });

  test('both MDAs get live updates when a transfer is offered and decided', async () => {
    const id = await scene.file();
    const [own, other] = [await open(scene.officer), await open(scene.neighbour)];
    await scene.act(scene.officer, id, 'offerTransfer');
    for (const line of [own, other]) expect(await readUntil(line, id)).toContain(id);
    await scene.act(scene.neighbour, id, 'acceptTransfer');
    for (const line of [own, other]) expect(await readUntil(line, id)).toContain(id);
  });

  test('a refused step sends no live update', async () => {
    const line = await open(scene.officer);
    const id = await scene.file();
    await readUntil(line, id);
    await expect(scene.act(scene.officer, id, 'resolve')).rejects.toThrow(
      'This is not possible while the complaint has this status.',
    );
    const next = await scene.file();
    expect(await readUntil(line, next)).toEqual([next]);
  });

  test('a disabled officer gets no more live updates', async () => {
    const [officer, administrator] = [await api.officer(scene.mdaId), await api.staff('administrator')];
    const line = await open(officer);
    await administrator.call(updateStaff, { body: { id: officer.id, disabled: true, version: 1 } });
    await scene.file();
    expect(await Promise.race([line.ended.then(() => 'ended'), line.next().then(() => 'event')])).toBe('ended');
  });

  test('parameters in the address do not open the live updates of another MDA', async () => {
    const before = await scene.file();
    const mda = scene.mdaId;
    const query = `?mda=${mda}&mdaId=${mda}&scope=system&role=oversight&type=mda`;
    const line = await openEventLine(url + query, scene.neighbour.token);
    lines.push(line);
    // Unknown parameters are refused or ignored.
    if (line.status === 400) return;
    expect(line.status).toBe(200);
    await scene.act(scene.supervisor, before, 'start');
    await scene.file();
    const theirs = await scene.file({ mda: scene.neighbour.caller.mdaId ?? '' });
    expect(await readUntil(line, theirs)).toEqual([theirs]);
  });

  test('an ended session gets no more live updates and cannot open them again', async () => {
    const officer = await api.officer(scene.mdaId);
    const line = await open(officer);
    await officer.call(logout);
    await scene.file();
    expect(await Promise.race([line.ended.then(() => 'ended'), line.next().then(() => 'event')])).toBe('ended');
    const again = await openEventLine(url, officer.token);
    lines.push(again);
    expect(again.status).toBe(401);
  });

  test('citizens and administrators get no live updates of complaints', async () => {
    for (const person of [scene.citizen, await api.staff('administrator')]) {
      const line = await openEventLine(url, person.token);
      expect(line.status).toBe(403);
      line.close();
    }
  });
});

describe('bundling events', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function follow(role: 'officer' | 'oversight', mdaId: string | null) {
    const followed: (string | null)[] = [];
    let note: (id?: string) => void = () => {};
    let tell: () => void = () => {};
    const live = {
      subscribe: (_: string, listener: () => void) => ((tell = listener), () => {}),
      followComplaints({ mdaId: followedMda }: { mdaId: string | null }, listener: (id?: string) => void) {
        followed.push(followedMda);
        note = listener;
        return () => (note = () => {});
      },
      followPresence: () => () => {},
    };
    const sent: (string[] | 'notifications' | undefined)[] = [];
    const end = followComplaints(live, { accountId: 'me', role, mdaId }, ({ complaints, notifications }) => {
      sent.push(complaints);
      if (notifications) sent.push('notifications');
    });
    return { followed, sent, end, note: (id?: string) => note(id), tell: () => tell() };
  }

  test('a notification for the reader is sent as a live update without a complaint', () => {
    const { sent, note, tell, end } = follow('officer', 'a');
    tell();
    expect(sent).toEqual([undefined, 'notifications']);
    tell();
    note('1');
    vi.advanceTimersByTime(1_000);
    expect(sent.slice(2)).toEqual([['1'], 'notifications']);
    end();
  });

  test('the first live update is sent at once, later ones are bundled', () => {
    const { sent, note, end } = follow('officer', 'a');
    for (const id of ['1', '2', '3', '2']) note(id);
    expect(sent).toEqual([['1']]);
    vi.advanceTimersByTime(1_000);
    expect(sent).toEqual([['1'], ['2', '3']]);
    vi.advanceTimersByTime(5_000);
    note('4');
    expect(sent.at(-1)).toEqual(['4']);
    end();
  });

  test('many live updates, or possibly missed ones, are sent as a change of everything', () => {
    const { sent, note, end } = follow('officer', 'a');
    for (let count = 0; count < 60; count += 1) note(String(count));
    vi.advanceTimersByTime(1_000);
    expect(sent).toEqual([['0'], []]);
    note('1');
    note();
    vi.advanceTimersByTime(1_000);
    expect(sent.at(-1)).toEqual([]);
    end();
  });

  test('no live update is sent after the stream has ended', () => {
    const { sent, note, end } = follow('officer', 'a');
    note('1');
    note('2');
    end();
    vi.advanceTimersByTime(5_000);
    expect(sent).toEqual([['1']]);
  });

  test('live updates cover all MDAs for oversight, the own one for officers, none without an MDA', () => {
    expect(follow('oversight', null).followed).toEqual([null]);
    expect(follow('officer', 'a').followed).toEqual(['a']);
    expect(follow('officer', null).followed).toEqual([]);
  });
});
