import {
  createHoliday,
  deleteHoliday,
  deleteSlaTarget,
  getWeekend,
  holidaySpanMax,
  listHolidays,
  listSlaTargets,
  message,
  setSlaTarget,
  setWeekend,
  targetOrder,
} from '@baraza/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { auditedBy } from '../../../../test/support/audited.ts';
import { createScene, rowOf } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';

// Half past midnight of 2 March, where the day before is over.
const test = sharedTestApp({ now: '2026-03-01T23:30:00Z', environment: { TIME_ZONE: 'Africa/Lagos' } });
let supervisor: Person;
let stranger: Person;
let admin: Person;
let officer: Person;
let water: string;
beforeAll(async () => {
  const { id } = await test.mda();
  supervisor = await test.staff('supervisor', id);
  officer = await test.officer(id);
  stranger = await test.staff('supervisor', (await test.mda()).id);
  admin = await test.staff('administrator');
  water = await test.category('complaint', 'Water');
});

describe('the calendar', () => {
  const add = (from: string, to?: string, name = 'Town day', by = supervisor) =>
    by.call(createHoliday, { body: { from, to, name } });
  const drop = (id: string, by = supervisor) => by.call(deleteHoliday, { params: { id } });
  const own = async (by = supervisor) => (await by.call(listHolidays)).filter((it) => !it.everywhere);

  it('the calendar of holidays accepts a day, and a span over the end of a month', async () => {
    await add('2026-03-10');
    const list = await add('2026-03-30', '2026-04-02', 'Spring break');
    expect(list.map((it) => [it.day, it.name, it.everywhere])).toEqual([
      ['2026-03-10', 'Town day', false],
      ['2026-03-30', 'Spring break', false],
      ['2026-03-31', 'Spring break', false],
      ['2026-04-01', 'Spring break', false],
      ['2026-04-02', 'Spring break', false],
    ]);
    expect(await own(stranger)).toEqual([]);
    expect(await auditedBy(test, supervisor)).toContainEqual(
      expect.objectContaining({ action: 'calendar.changed', detail: { change: 'added', from: '2026-03-30', days: 4 } }),
    );
  });

  it('a holiday entered twice gets the new name', async () => {
    const before = (await own()).length;
    const list = await add('2026-03-10', '', 'Harvest day');
    expect(list.filter((it) => !it.everywhere)).toHaveLength(before);
    expect(list.find((it) => it.day === '2026-03-10')?.name).toBe('Harvest day');
  });

  it.each([
    ['a day that is over', ['2026-03-01'], 'from', 'The day must be today or later.'],
    ['a day that is none', ['2026-02-30'], 'from', message.invalid],
    ['a day too far ahead', ['2029-01-01'], 'from', message.invalid],
    ['an end before the beginning', ['2026-05-02', '2026-05-01'], 'to', 'The last day must not be before the first.'],
    ['too many days', ['2026-05-01', '2026-06-01'], 'to', `Enter at most ${holidaySpanMax} days at once.`],
    ['no name', ['2026-05-01', '', ' '], 'name', message.required],
  ])('the calendar of holidays refuses %s', async (_, given, field, text) => {
    const before = await own();
    expect(await failure(add(...(given as [string])))).toMatchObject({ status: 400, fields: { [field]: text } });
    expect(await own()).toEqual(before);
  });

  it('removing a holiday makes it a working day again', async () => {
    const list = await add('2026-06-01');
    const day = list.find((it) => it.day === '2026-06-01')!;
    expect((await drop(day.id)).map((it) => it.day)).not.toContain('2026-06-01');
    expect(await failure(drop(day.id))).toMatchObject({ status: 404 });
  });

  it('an MDA’s calendar shows the general holidays, which only administrators change', async () => {
    const [day] = await add('2026-12-25', '', 'Christmas', admin);
    expect(day).toMatchObject({ name: 'Christmas', everywhere: true });
    expect(await supervisor.call(listHolidays)).toContainEqual(day);
    expect(await failure(drop(day!.id))).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(await admin.call(listHolidays)).toEqual([day]);
    expect(await drop(day!.id, admin)).toEqual([]);
  });

  it('a holiday of another MDA gets 404; officers cannot change any', async () => {
    const [day] = await own();
    expect(await failure(drop(day!.id, stranger))).toMatchObject({ status: 404 });
    expect(await failure(drop(day!.id, admin))).toMatchObject({ status: 404 });
    expect(await failure(drop(day!.id, officer))).toMatchObject({ status: 403 });
    expect(await failure(officer.call(listHolidays))).toMatchObject({ status: 403 });
    expect(await own()).toContainEqual(day);
  });

  it('a past holiday cannot be removed, since dates were computed with it', async () => {
    const [day] = await own();
    await test.pool.query(`update holiday set day = '2026-03-01' where id = $1`, [day!.id]);
    expect(await failure(drop(day!.id))).toMatchObject({ status: 409 });
  });
});

describe('targets', () => {
  const days = { acknowledge: 1, reply: 3, resolve: 10 };
  /** Sets targets with the version just read. */
  const set = async (more: { category?: string; [name: string]: unknown } = {}, by = supervisor) => {
    const { mda, categories } = await supervisor.call(listSlaTargets);
    const own = more.category ? categories.find((it) => it.category.id === more.category)?.own : mda;
    return by.call(setSlaTarget, { body: { ...days, version: own?.version ?? 0, ...more } });
  };

  it('SLA targets are the defaults until the MDA sets others, for all categories or for one', async () => {
    const before = await supervisor.call(listSlaTargets);
    expect(before).toMatchObject({ defaults: { acknowledge: 2, reply: 5, resolve: 15 }, mda: null });
    expect(before.categories.find((it) => it.category.id === water)).toMatchObject({ own: null });
    await set();
    const after = await set({ category: water, resolve: 4 });
    expect(after.mda?.targets).toEqual(days);
    const own = after.categories.find((it) => it.category.id === water)?.own;
    expect(own?.targets).toEqual({ ...days, resolve: 4 });
    expect((await stranger.call(listSlaTargets)).mda).toBeNull();
    expect(await auditedBy(test, supervisor)).toContainEqual(
      expect.objectContaining({
        action: 'target.changed',
        detail: { change: 'set', category: 'Water', ...days, resolve: 4 },
      }),
    );
    const again = await set({ category: water, resolve: 6 });
    expect(again.categories.find((it) => it.category.id === water)?.own).toEqual({
      id: own?.id,
      targets: { ...days, resolve: 6 },
      version: 2,
    });
  });

  it('emergencies have hours of their own, for no single category', async () => {
    const { emergency } = await supervisor.call(listSlaTargets);
    expect(emergency).toEqual({ defaults: { acknowledge: 1, reply: 4, resolve: 48 }, own: null });
    const hours = { acknowledge: 2, reply: 3, resolve: 24 };
    const setHours = (version: number, more = {}) =>
      supervisor.call(setSlaTarget, { body: { ...hours, emergency: true, version, ...more } });
    expect((await setHours(0)).emergency.own).toMatchObject({ targets: hours, version: 1 });
    expect(await failure(setHours(0))).toMatchObject({ status: 409 });
    expect(await failure(setHours(1, { category: water }))).toMatchObject({ status: 400 });
  });

  it('a removed SLA target is replaced by the general one', async () => {
    const { mda } = await set();
    const drop = (by: Person) =>
      by.call(deleteSlaTarget, { params: { id: mda!.id }, query: { version: mda!.version } });
    expect(await failure(drop(stranger))).toMatchObject({ status: 404 });
    expect((await drop(supervisor)).mda).toBeNull();
    expect(await failure(drop(supervisor))).toMatchObject({ status: 404 });
  });

  it.each([
    ['no days', { reply: 0 }, { reply: message.invalid }],
    ['half a day', { reply: 2.5 }, { reply: message.invalid }],
    ['more than a year', { resolve: 366 }, { resolve: message.invalid }],
    ['a reply before the acknowledgement', { acknowledge: 4 }, { reply: targetOrder }],
    ['a resolution before the reply', { resolve: 2 }, { resolve: targetOrder }],
    ['an unknown category', { category: crypto.randomUUID() }, { category: message.invalid }],
  ])('SLA targets of %s are refused', async (_, more, fields) => {
    expect(await failure(set(more))).toMatchObject({ status: 400, fields });
  });

  it('only supervisors set SLA targets', async () => {
    for (const person of [officer, admin]) expect(await failure(set({}, person))).toMatchObject({ status: 403 });
  });
});

describe('the weekend', () => {
  const set = (body: { weekend: unknown; version: number }, by = supervisor) =>
    by.call(setWeekend, { body: body as never });

  it('the weekend of an MDA is that of the installation until a supervisor sets one', async () => {
    const { version, ...before } = await supervisor.call(getWeekend);
    expect(before).toEqual({ weekend: null, usual: 'sat,sun' });
    expect(await set({ weekend: 'fri,sat', version })).toMatchObject({ weekend: 'fri,sat', version: version + 1 });
    expect(await failure(set({ weekend: 'fri', version }))).toMatchObject({ status: 409, now: { weekend: 'fri,sat' } });
    expect(await set({ weekend: null, version: version + 1 })).toMatchObject({ weekend: null });
    expect(await auditedBy(test, supervisor)).toContainEqual(
      expect.objectContaining({ action: 'calendar.changed', detail: { change: 'weekend', weekend: 'fri,sat' } }),
    );
  });

  it.each(['fri,mon', '', 5])('the weekend %j is refused', async (weekend) => {
    const { version } = await supervisor.call(getWeekend);
    expect(await failure(set({ weekend, version }))).toMatchObject({
      status: 400,
      fields: { weekend: message.invalid },
    });
  });

  it('only supervisors set the weekend', async () => {
    for (const person of [officer, admin])
      expect(await failure(set({ weekend: null, version: 1 }, person))).toMatchObject({ status: 403 });
  });
});

describe('open complaints', () => {
  it('open complaints get new dates when targets or holidays of their MDA change', async () => {
    const [ours, others] = [await createScene(test), await createScene(test)];
    const [id, foreign] = [await ours.file(), await others.file()];
    const dueOf = async (complaint: string) =>
      (await rowOf(test, complaint)).row.resolveDueAt?.toISOString().slice(0, 10);
    const before = await dueOf(foreign);
    const body = { acknowledge: 1, reply: 2, resolve: 3, version: 0 };
    await ours.supervisor.call(setSlaTarget, { body });
    await test.runJobs();
    expect(await dueOf(id)).toBe('2026-03-05');
    await ours.supervisor.call(createHoliday, { body: { name: 'Town day', from: '2026-03-04' } });
    await test.runJobs();
    expect(await dueOf(id)).toBe('2026-03-06');
    const { version } = await ours.supervisor.call(getWeekend);
    await ours.supervisor.call(setWeekend, { body: { weekend: 'fri,sat', version } });
    await test.runJobs();
    expect(await dueOf(id)).toBe('2026-03-08');
    await ours.supervisor.call(setSlaTarget, { body: { ...body, resolve: 4, version: 1 } });
    expect(await dueOf(await ours.file())).toBe('2026-03-08');
    expect(await dueOf(foreign)).toBe(before);
  });
});

describe('the calendar of holidays', () => {
  const read = () => test.app.inject('/data/holidays.ics');
  const unfolded = (body: string) => body.replaceAll('\r\n ', '').split('\r\n');

  it('has an event for each holiday of all MDAs with a stable UID, as RFC 5545 writes it', async () => {
    const name = 'Unity; rest, \\ ọjọ́ ìsinmi fún gbogbo ènìyàn ní Nàìjíríà'.normalize('NFC');
    await admin.call(createHoliday, { body: { from: '2026-10-01', to: undefined, name } });
    await supervisor.call(createHoliday, { body: { from: '2026-10-02', to: undefined, name: 'Town day' } });

    const { statusCode, headers, body } = await read();

    expect([statusCode, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(body.split('\r\n').filter((line) => Buffer.byteLength(line) > 75 || line.includes('\n'))).toEqual([]);
    expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true);
    const lines = unfolded(body);
    expect(lines.slice(0, 3)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Baraza//Holidays//EN']);
    expect(lines).toContain('DTSTART;VALUE=DATE:20261001');
    expect(lines).toContain('DTEND;VALUE=DATE:20261002');
    expect(lines).toContain(`SUMMARY:${name.replaceAll(/[\\;,]/gu, (mark) => `\\${mark}`)}`);
    expect(body).not.toContain('Town day');
    const uids = (text: string) => unfolded(text).filter((line) => line.startsWith('UID:'));
    expect(new Set(uids(body)).size).toBe(body.split('BEGIN:VEVENT').length - 1);
    for (const uid of uids(body)) expect(uid).toMatch(/^UID:[\da-f-]{36}@127\.0\.0\.1$/u);
    expect(uids((await read()).body)).toEqual(uids(body));
  });
});
