import { getComplaint, limit, reopenComplaint } from '@baraza/contract';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { solvedLinkOf } from './solved-token.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
beforeAll(async () => {
  scene = await createScene(api);
});

const day = 24 * 3_600_000;
const mailsAbout = async (id: string) => (await api.outbox()).filter((mail) => mail.text.includes(id));
/** Resolves a complaint of the citizen; returns it with the link of its mail. */
async function resolved() {
  const id = await scene.fileIn('resolved');
  const links = (await mailsAbout(id)).flatMap(({ text }) => /\/solved\/[\w-]+/u.exec(text) ?? []);
  expect(links).toHaveLength(1);
  return { id, link: links[0] ?? '' };
}
const show = (url: string) => api.app.inject({ url });
const answer = (url: string, fields: Record<string, string>, headers = {}) =>
  api.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
const yes = (url: string) => answer(url, { answer: 'yes' });
const isConfirmed = async (id: string) => (await rowOf(api, id)).row.confirmedAt !== null;
const actionsOf = async (id: string) => (await rowOf(api, id)).events.map(({ action }) => action);

test('opening a solved link changes nothing, and shows only title and tracking ID of the complaint', async () => {
  const { id, link } = await resolved();
  const before = await rowOf(api, id);

  for (let time = 0; time < 3; time += 1) expect((await show(link)).statusCode).toBe(200);
  await api.app.inject({ method: 'HEAD', url: link });
  const { body, headers } = await show(link);

  expect(await rowOf(api, id)).toEqual(before);
  expect(body).toContain(before.row.title);
  expect(body).toContain(before.row.trackingId);
  for (const hidden of [scene.citizen.email, 'The tap is dry', 'Hill Road', 'The words of resolve'])
    expect(body).not.toContain(hidden);
  expect(headers).toMatchObject({ 'referrer-policy': 'strict-origin', 'cache-control': 'no-store' });
});

test('‘Yes’ on a solved link confirms once; a used link says so and leads to the portal', async () => {
  const { id, link } = await resolved();

  expect(await yes(link)).toMatchObject({ statusCode: 200, body: expect.stringContaining('Counted as confirmed') });
  expect(await isConfirmed(id)).toBe(true);

  for (const again of [await yes(link), await show(link), await answer(link, { answer: 'no', reason: 'Dry again' })])
    expect(again).toMatchObject({ statusCode: 410, body: expect.stringContaining('has been used or has expired') });
  expect((await show(link)).body).toContain(`/app/complaint/complaint-details/${id}`);
  expect(await actionsOf(id)).toEqual(['submit', 'start', 'resolve', 'confirmResolution']);
});

test('the pages of a solved link use the language of the mail, and for an unknown link that of the browser', async () => {
  const { id, link } = await resolved();
  await api.pool.query(`update account set language = 'fr' where id = $1`, [scene.citizen.id]);
  onTestFinished(() => void api.pool.query('update account set language = null where id = $1', [scene.citizen.id]));

  const page = await show(link);
  const unknown = await api.app.inject({ url: '/solved/x', headers: { 'accept-language': 'fr' } });

  expect(page.body).toContain('<html lang="fr"');
  for (const english of ['Yes, solved', 'What is still wrong?', 'Re-open']) expect(page.body).not.toContain(english);
  expect(unknown.body).toContain('Ce lien ne fonctionne pas');
  const done = await yes(link);
  expect(done.body).toContain('<html lang="fr"');
  expect(await isConfirmed(id)).toBe(true);
});

test('‘No’ on a solved link asks for the reason and re-opens the complaint with it', async () => {
  const { id, link } = await resolved();

  const empty = await answer(link, { answer: 'no', reason: '  ' });
  expect([empty.statusCode, empty.body.includes('role="alert"')]).toEqual([400, true]);
  const long = 'x'.repeat(limit.textMax + 1);
  const tooLong = await answer(link, { answer: 'no', reason: long });
  expect([tooLong.statusCode, tooLong.body.includes(long)]).toEqual([400, true]);
  expect((await answer(link, {})).statusCode).toBe(400);
  const done = await answer(link, { answer: 'no', reason: 'Still <b>dry</b>.' });

  expect(done).toMatchObject({ statusCode: 200, body: expect.stringContaining('open again') });
  const { status, cycle, history } = await scene.citizen.call(getComplaint, { params: { id } });
  expect({ status, cycle, last: history.at(-1) }).toMatchObject({
    status: 'Pending',
    cycle: 2,
    last: { action: 'reopen', reason: 'Still <b>dry</b>.', by: 'citizen' },
  });
  expect(await yes(link)).toMatchObject({
    statusCode: 410,
    body: expect.stringContaining('has been used or has expired'),
  });
});

test('a solved link expires when the complaint is re-opened, even if it is resolved again', async () => {
  const { id, link } = await resolved();
  await scene.citizen.call(reopenComplaint, { form: { id, reason: 'It broke again.' } });
  expect((await show(link)).statusCode).toBe(410);
  await scene.act(scene.officer, id, 'start');
  await scene.act(scene.officer, id, 'resolve');

  expect(await yes(link)).toMatchObject({
    statusCode: 410,
    body: expect.stringContaining('has been used or has expired'),
  });
  expect(await isConfirmed(id)).toBe(false);
});

test('forged, altered and shortened solved links, and those of another portal, are refused', async () => {
  const { id, link } = await resolved();
  const other = await resolved();
  const token = link.slice('/solved/'.length);
  const mixed = other.link.slice('/solved/'.length, '/solved/'.length + 27) + token.slice(27);
  const { settings } = api.services;
  const foreign = solvedLinkOf(
    { settings, keys: { ...api.services.keys, solved: Buffer.alloc(32) } },
    {
      complaintId: id,
      seq: 3,
    },
    scene.citizen.email,
  );
  const flipped = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);

  for (const bad of [mixed, flipped, token.slice(0, -1), `${token}AAAA`, '%00', 'x', foreign.split('/').at(-1) ?? ''])
    for (const page of [await show(`/solved/${bad}`), await yes(`/solved/${bad}`)])
      expect({ bad, status: page.statusCode, isWayOn: page.body.includes('href="/login"') }).toEqual({
        bad,
        status: 404,
        isWayOn: true,
      });
  expect([await isConfirmed(id), await isConfirmed(other.id)]).toEqual([false, false]);
});

test('a solved link stops working when the citizen changes their address', async () => {
  const { id, link } = await resolved();
  const { email } = scene.citizen;
  const moveTo = (to: string) => api.pool.query('update account set email = $2 where id = $1', [scene.citizen.id, to]);
  await moveTo('moved.away@home.example');

  expect([(await show(link)).statusCode, (await yes(link)).statusCode]).toEqual([404, 404]);
  expect(await isConfirmed(id)).toBe(false);
  await moveTo(email);
  expect((await show(link)).statusCode).toBe(200);
});

test('a solved link works for 60 days', async () => {
  const { id, link } = await resolved();
  api.clock.advance(60 * day);
  expect((await show(link)).statusCode).toBe(200);
  api.clock.advance(1);

  expect(await show(link)).toMatchObject({ statusCode: 410, body: expect.stringContaining('60 days') });
  expect((await yes(link)).statusCode).toBe(410);
  expect(await isConfirmed(id)).toBe(false);
});

test('the second of two simultaneous answers by solved link learns that the first one counted', async () => {
  const { id, link } = await resolved();

  const answers = await Promise.all([yes(link), yes(link)]);

  expect(answers.map(({ statusCode }) => statusCode)).toSatisfy(
    (codes: number[]) => codes.includes(200) && codes.includes(410),
  );
  expect((await actionsOf(id)).filter((action) => action === 'confirmResolution')).toHaveLength(1);
});

test('a solved link refuses posts from another site and malformed bodies', async () => {
  const { id, link } = await resolved();

  expect((await answer(link, { answer: 'yes' }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  const json = await api.app.inject({ method: 'POST', url: link, payload: { answer: true } });
  expect(json.statusCode).toBe(400);
  expect((await api.app.inject({ method: 'POST', url: link })).statusCode).toBe(400);

  expect(await isConfirmed(id)).toBe(false);
});

test('only the mail to the citizen of the parent holds the solved link, not that to the citizen of a duplicate', async () => {
  const parent = await scene.fileIn('in_progress');
  const friend = await api.citizen();
  const duplicate = await scene.file({}, friend);
  await scene.act(scene.officer, duplicate, 'merge', { parent });

  await scene.act(scene.officer, parent, 'resolve');

  const linked = (await api.outbox()).filter(({ text }) => text.includes('/solved/') && text.includes(parent));
  expect(linked.map(({ to }) => to)).toEqual([scene.citizen.email]);
  expect((await mailsAbout(duplicate)).filter(({ text }) => text.includes('/solved/'))).toEqual([]);
});
