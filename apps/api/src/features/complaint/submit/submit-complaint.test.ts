import { readdir } from 'node:fs/promises';
import path from 'node:path';
import {
  getComplaint,
  listComplaints,
  message,
  type NewComplaint,
  submitComplaint as endpoint,
} from '@baraza/contract';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/server/app.ts';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import { photo, recording } from '../../../../test/support/media.ts';
import { submitComplaint } from './submit-complaint.ts';

let api: TestApp;
let scene: Scene;

beforeAll(async () => {
  api = await createTestApp({ now: '2026-05-04T09:00:00Z' });
  scene = await createScene(api);
});
afterAll(() => api.close());

const submit = (given: Partial<NewComplaint> = {}, key?: string, files?: { files?: File[]; audio?: File }) =>
  scene.citizen.call(
    endpoint,
    { form: scene.fields(given), files: files ?? {} },
    { headers: key === undefined ? {} : { 'idempotency-key': key } },
  );

async function total(): Promise<number> {
  return (await scene.citizen.call(listComplaints, { query: { limit: 100 } })).items.length;
}

/** Counts the files in the store. */
async function storedFiles(): Promise<number> {
  const folder = path.join(api.services.settings.dataDir, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((it) => it.isFile()).length;
}

describe('a complaint that is filed', () => {
  test('a submitted complaint is stored whole with its files and first event, and mailed to its citizen', async () => {
    const { id: mda, jurisdictionIds } = await api.mda({ name: 'Water Works', jurisdictions: ['North'] });
    const files = { files: [await photo('one.png'), await photo('two.png', 'red')], audio: recording() };
    const given = { mda, mdaJurisdiction: jurisdictionIds[0] ?? '', title: '  Dry taps  ' };
    const filed = await submit(given, undefined, files);

    expect(filed).toMatchObject({
      trackingId: expect.stringMatching(/^SDP-26-[0-9A-Z]{6}$/u),
      title: 'Dry taps',
      description: '<p>The tap is dry.</p>',
      location: 'Hill Road 4',
      incidentDate: '2026-05-04',
      status: 'Pending',
      state: 'received',
      cycle: 1,
      mda: { id: mda, name: 'Water Works' },
      jurisdiction: { name: 'North' },
      submittedDate: '2026-05-04T09:00:00.000Z',
      startDueDay: '2026-05-06',
      dueAt: '2026-05-25T23:59:59.999Z',
      dueDay: '2026-05-25',
      reply: null,
      survey: null,
      history: [{ id: '1', action: 'submit', by: 'citizen', actor: null, state: 'received' }],
    });
    expect(filed.attachments.map((it) => it.kind)).toEqual(['image', 'image', 'audio']);
    expect(filed.attachments.map((it) => it.fileName.split('.')[0])).toEqual(['one', 'two', 'recording']);
    const complaint = { ...filed, promise: undefined };
    expect(await scene.citizen.call(getComplaint, { params: { id: filed.id } })).toEqual(complaint);
    for (const { filePath, size } of filed.attachments) {
      const file = await api.app.inject({ url: filePath });
      expect([file.statusCode, file.rawPayload.length]).toEqual([200, size]);
    }

    const mail = (await api.outbox()).find((it) => it.subject.includes(filed.trackingId));
    expect(mail?.to).toBe(scene.citizen.email);
    for (const part of ['Dry taps', 'Water Works', filed.id]) expect(mail?.text).toContain(part);
  });

  test('a description is cleaned, and stored as plain text for search', async () => {
    const description = '<p onclick="x()">Hello <b>you</b><script>alert(1)</script></p><img src=x onerror=alert(1)>';
    const { id, description: kept } = await submit({ description });
    expect(kept).toBe('<p>Hello <strong>you</strong></p>');
    expect((await rowOf(api, id)).row.descriptionText).toBe('Hello you');
  });

  test('a submitted complaint counts for its MDA in the month of its submission', async () => {
    const { mdaId, file, act, officer, citizen } = await createScene(api);
    const volumes = async () => {
      const sums = sql`select month, sum(total)::int as total, sum(resolved)::int as resolved`;
      const { rows } = await api.services.db.execute(
        sql`${sums} from mda_monthly_stats where mda_id = ${mdaId} group by month`,
      );
      return rows;
    };
    const id = await file();
    await file();
    expect(await volumes()).toEqual([{ month: '2026-05-01', total: 2, resolved: 0 }]);
    await act(officer, id, 'start');
    await act(officer, id, 'resolve');
    expect(await volumes()).toEqual([{ month: '2026-05-01', total: 2, resolved: 1 }]);
    await act(citizen, id, 'reopen');
    expect(await volumes()).toEqual([{ month: '2026-05-01', total: 2, resolved: 0 }]);
  });

  test('submitting a complaint takes few round trips to the database', async () => {
    const key = `trips-${crypto.randomUUID()}`;
    const queries = vi.spyOn(pg.Query.prototype, 'submit');
    await submitComplaint(api.services, scene.citizen.caller, { fields: scene.fields(), files: [], key });
    // Announcements are sent separately.
    const count = queries.mock.contexts.filter(
      (query) => !/"announcement"/u.test(String((query as { text?: string }).text)),
    ).length;
    queries.mockRestore();
    expect(count).toBe(2);
  });

  test('a complaint gets another tracking ID when the first one is taken', async () => {
    const { row } = await rowOf(api, await scene.file());
    const drawn = [row.trackingId, row.trackingId, 'SDP-26-ZZZZZZ'];
    const draw = vi.fn<() => string>(() => drawn.shift() ?? '');
    const request = { fields: scene.fields(), files: [], key: `drawn-${crypto.randomUUID()}` };
    const filed = await submitComplaint(api.services, scene.citizen.caller, request, draw);
    expect((await rowOf(api, filed.id)).row.trackingId).toBe('SDP-26-ZZZZZZ');
    expect(draw).toHaveBeenCalledTimes(3);
    expect(await submitComplaint(api.services, scene.citizen.caller, request)).toEqual(filed);
  });
});

describe('a recording', () => {
  test('a recording alone is a complaint: the server fills in title and description', async () => {
    const { id: mda } = await api.mda({ name: 'Power Works' });
    const { title: _, description: __, ...given } = scene.fields({ mda });
    const form = given as NewComplaint;
    const filed = await scene.citizen.call(endpoint, { form, files: { audio: recording('said.wav', 62.9) } });

    expect(filed).toMatchObject({
      title: 'Spoken complaint about Power Works',
      description: 'Spoken statement, 1:02',
      attachments: [{ kind: 'audio' }],
    });
    expect((await rowOf(api, filed.id)).row.descriptionText).toBe('Spoken statement, 1:02');
  });

  test.each(['', '<p>&nbsp;</p>', '<script>alert(1)</script>'])(
    'a recording replaces the description %j and keeps a typed title',
    async (description) => {
      const filed = await submit({ title: 'Dry taps', description }, undefined, { audio: recording() });
      expect(filed).toMatchObject({ title: 'Dry taps', description: 'Spoken statement, 0:00' });
    },
  );

  test('a recording keeps a typed description, and replaces an invisible title', async () => {
    const filed = await submit({ title: '\u200B ' }, undefined, { audio: recording() });
    expect(filed.title).toMatch(/^Spoken complaint about /u);
    expect(filed.description).toBe('<p>The tap is dry.</p>');
  });

  test.each([
    [{ title: 'abcd' }, { title: message.tooShort }],
    [{ title: 'x'.repeat(151) }, { title: message.tooLong }],
    [{ description: 'x'.repeat(20_001) }, { description: message.tooLong }],
    [{ title: '', description: '', location: '' }, { location: message.required }],
  ])('a recording replaces no other field: %#', async (given, fields) => {
    const call = submit(given, undefined, { audio: recording() });
    expect(await outcomeOf(call)).toMatchObject({ status: 400, fields });
  });

  test('a recording sent twice under one key is one complaint', async () => {
    const key = crypto.randomUUID();
    const send = (description: string) => submit({ title: '', description }, key, { audio: recording() });
    const first = await send('');
    expect((await send('<p></p>')).id).toBe(first.id);
    expect(await outcomeOf(send('<p>More</p>'))).toMatchObject({ status: 409, message: message.keyReused });
  });

  test.each([
    ['no file', async () => []],
    ['a photo', async () => [await photo()]],
  ])('with %s instead of a recording title and description are required', async (_, made) => {
    const call = submit({ title: '', description: '' }, undefined, { files: await made() });
    expect(await outcomeOf(call)).toMatchObject({
      status: 400,
      message: message.required,
      fields: { title: message.required, description: message.required },
    });
  });
});

describe('a complaint that is refused leaves nothing', () => {
  let feedbackCategory: string;
  let closed: string;
  let foreign: { id: string; jurisdictionIds: string[] };
  let dropped: string;

  beforeAll(async () => {
    feedbackCategory = await api.category('feedback');
    closed = (await api.mda()).id;
    foreign = await api.mda({ jurisdictions: ['North', 'Old'] });
    dropped = await api.category();
    await api.pool.query('update mda set active = false where id = $1', [closed]);
    await api.pool.query('update category set active = false where id = $1', [dropped]);
    await api.pool.query(`update jurisdiction set active = false where mda_id = $1 and name = 'Old'`, [foreign.id]);
  });

  const cases: [string, () => Partial<Record<keyof NewComplaint, unknown>>, Record<string, string>][] = [
    ['an unknown MDA', () => ({ mda: crypto.randomUUID() }), { mda: message.invalid }],
    ['a deactivated MDA', () => ({ mda: closed }), { mda: message.invalid }],
    ['no MDA', () => ({ mda: undefined }), { mda: message.required }],
    ['an MDA that is no id', () => ({ mda: "1' or '1'='1" }), { mda: message.invalid }],
    ['an unknown category', () => ({ category: crypto.randomUUID() }), { category: message.invalid }],
    ['a category of feedback', () => ({ category: feedbackCategory }), { category: message.invalid }],
    ['a category out of use', () => ({ category: dropped }), { category: message.invalid }],
    ['a missing jurisdiction', () => ({ mda: foreign.id }), { mdaJurisdiction: message.jurisdictionRequired }],
    [
      'a blank jurisdiction',
      () => ({ mda: foreign.id, mdaJurisdiction: '' }),
      { mdaJurisdiction: message.jurisdictionRequired },
    ],
    [
      'a jurisdiction of another MDA',
      () => ({ mdaJurisdiction: foreign.jurisdictionIds[0] }),
      { mdaJurisdiction: message.jurisdictionForeign },
    ],
    [
      'a jurisdiction out of use',
      () => ({ mda: foreign.id, mdaJurisdiction: foreign.jurisdictionIds[1] }),
      { mdaJurisdiction: message.jurisdictionForeign },
    ],
    ['an incident tomorrow', () => ({ incidentDate: '2026-05-05' }), { incidentDate: message.incidentDate }],
    ['an incident seven months ago', () => ({ incidentDate: '2025-10-04' }), { incidentDate: message.incidentDate }],
    [
      'an incident on the day before the window',
      () => ({ incidentDate: '2025-11-03' }),
      { incidentDate: message.incidentDate },
    ],
    [
      'an incident on a day that does not exist',
      () => ({ incidentDate: '2026-02-30' }),
      { incidentDate: message.invalid },
    ],
    ['a short title', () => ({ title: ' abcd ' }), { title: message.tooShort }],
    ['no title', () => ({ title: ' ' }), { title: message.required }],
    ['an empty description', () => ({ description: '<p>&nbsp;</p>' }), { description: message.required }],
    [
      'a description of nothing but a script',
      () => ({ description: '<script>alert(1)</script>' }),
      { description: message.required },
    ],
    [
      'a description of nothing but a picture',
      () => ({ description: '<img alt="a" src=x>' }),
      { description: message.required },
    ],
    [
      'a description that is too long once its links are written out',
      () => ({ description: '<a href="http://a.bc">x</a>'.repeat(700) }),
      { description: message.tooLong },
    ],
    ['no place', () => ({ location: '' }), { location: message.required }],
  ];

  test.each(cases)('a complaint with %s is refused and nothing is stored', async (_, given, fields) => {
    const before = { complaints: await total(), files: await storedFiles() };
    const call = submit(given() as Partial<NewComplaint>, undefined, { files: [await photo()] });
    expect(await outcomeOf(call)).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      message: Object.values(fields)[0],
      fields,
    });
    expect({ complaints: await total(), files: await storedFiles() }).toEqual(before);
  });

  test('the refusal of a complaint names all faults at once', async () => {
    const given = { mda: crypto.randomUUID(), category: crypto.randomUUID(), incidentDate: '2020-01-01' };
    const outcome = await outcomeOf(submit(given));
    expect(Object.keys((outcome as { fields: object }).fields)).toEqual(['mda', 'category', 'incidentDate']);
  });
});

describe('the day of the incident is one of the citizen’s own days', () => {
  test.each([
    ['2025-11-04', undefined],
    ['2026-05-04', 'UTC'],
    ['2026-05-04', 'Nowhere/At_All'],
    ['2026-05-04', 'America/New_York'],
  ])('an incident on %s is accepted in %s', async (incidentDate, timeZone) => {
    expect((await submit({ incidentDate, timeZone })).incidentDate).toBe(incidentDate);
  });

  test('the date of an incident may be tomorrow in the citizen’s time zone', async () => {
    api.clock.advance(14 * 3_600_000);
    const late = await api.citizen();
    const call = (timeZone: string) =>
      late.call(endpoint, { form: scene.fields({ incidentDate: '2026-05-05', timeZone }), files: {} });
    expect((await call('Pacific/Auckland')).incidentDate).toBe('2026-05-05');
    expect(await outcomeOf(call('Europe/London'))).toBe('success');
    expect(await outcomeOf(call('America/New_York'))).toMatchObject({ fields: { incidentDate: message.incidentDate } });
    api.clock.advance(-14 * 3_600_000);
  });
});

describe('an Idempotency-Key', () => {
  test('an idempotency key returns the same complaint again without filing it twice', async () => {
    const key = crypto.randomUUID();
    const files = { files: [await photo()] };
    const first = await submit({}, key, files);
    const before = { complaints: await total(), files: await storedFiles(), mails: (await api.outbox()).length };
    const again = await submit({}, key, files);
    expect(again).toEqual(first);
    expect({ complaints: await total(), files: await storedFiles(), mails: (await api.outbox()).length }).toEqual(
      before,
    );
  });

  test('twenty simultaneous requests with one key file one complaint', async () => {
    const key = crypto.randomUUID();
    const file = await photo();
    const before = { complaints: await total(), files: await storedFiles() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit({}, key, { files: [file] })));
    expect(new Set(answers.map((it) => it.id)).size).toBe(1);
    expect(await total()).toBe(before.complaints + 1);
    // The files of the other nineteen were deleted.
    expect(await storedFiles()).toBe(before.files + 1);
    const mails = (await api.outbox()).filter((it) => it.subject.includes(answers[0]?.trackingId ?? '-'));
    expect(mails).toHaveLength(1);
  });

  test.each([
    ['another title', { title: 'Another matter' }, []],
    ['another file', {}, ['red']],
  ])('an idempotency key is refused for %s', async (_, given, colours) => {
    const key = crypto.randomUUID();
    await submit({}, key);
    const before = await total();
    const files = await Promise.all(colours.map((it) => photo('x.png', it)));
    expect(await outcomeOf(submit(given, key, { files }))).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      message: message.keyReused,
    });
    expect(await total()).toBe(before);
  });

  test('an idempotency key of another citizen has no effect', async () => {
    const key = crypto.randomUUID();
    const mine = await submit({}, key);
    const other = await api.citizen();
    const input = { form: scene.fields(), files: {} };
    const theirs = await other.call(endpoint, input, { headers: { 'idempotency-key': key } });
    expect(theirs.id).not.toBe(mine.id);
  });

  test('two requests without idempotency key are two complaints', async () => {
    expect((await submit()).id).not.toBe((await submit()).id);
  });

  test.each(['short', 'x'.repeat(101)])('an idempotency key of bad length is refused: %s', async (key) => {
    expect(await outcomeOf(submit({}, key))).toMatchObject({ status: 400 });
  });
});

test('the promised day is the day of the installation, not of UTC', async () => {
  const western = await createTestApp({ now: '2026-05-04T15:00:00Z', environment: { TIME_ZONE: 'America/Jamaica' } });
  try {
    const { citizen, fields } = await createScene(western);
    const filed = await citizen.call(endpoint, { form: fields() });
    expect(filed).toMatchObject({ dueAt: '2026-05-26T04:59:59.999Z', dueDay: '2026-05-25', startDueDay: '2026-05-06' });
  } finally {
    await western.close();
  }
});
