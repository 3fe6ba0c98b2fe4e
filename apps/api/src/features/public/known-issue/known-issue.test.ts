import {
  addIssueUpdate,
  createKnownIssue,
  deleteAccount,
  findKnownIssues,
  followKnownIssue,
  gatherComplaints,
  getComplaint,
  getDeskComplaint,
  getKnownIssue,
  listFollowedIssues,
  listDeskComplaints,
  listKnownIssues,
  listNotifications,
  message,
  type NewKnownIssue,
  staffMessage,
  takeOverComplaint,
  totalDeskComplaints,
  followersFrom,
  unfollowKnownIssue,
  updateKnownIssue,
} from '@baraza/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditedBy } from '../../../../test/support/audited.ts';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';
import { fileAsGuest, openAsGuest } from '../../../../test/support/guest.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { readZip } from '../../../../test/support/zip.ts';
import { loadAreas } from '../area/load-areas.ts';
import { redactPerson } from '../../people/privacy/anonymity.store.ts';
import { notifyFollowers } from './notify-followers.ts';

/*
 * Supervisors publish known issues from complaints; citizens find them while writing, follow them and get updates.
 */

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z', rates: { suggestions: { max: 60, seconds: 60 } } });
let scene: Scene;
let reader: Person;
beforeEach(async () => {
  scene = await createScene(api);
  reader = await api.citizen();
  api.clock.advance(61_000);
});

const areas = Buffer.from('code,name,parent\nLA,Lagos,\nLA-IK,Ikeja,LA\nLA-IK-1,Ward 1,LA-IK\nLA-EP,Epe,LA\nKN,Kano,');
const words = {
  title: 'Power cut in Lakeside 3',
  text: 'The transformer at Mill Road burnt out. We are replacing it.',
};
const publish = (given: Partial<NewKnownIssue> = {}, by = scene.supervisor) =>
  by.call(createKnownIssue, { body: { ...words, owner: scene.officer.id, complaints: [], ...given } });
const publishOne = async (given: Partial<NewKnownIssue> = {}) =>
  publish({ complaints: [await scene.file()], ...given });
const find = (title: string, mda = scene.mdaId, area?: string) =>
  api.call(findKnownIssues, { body: { title, mda, area } });
const follow = (id: string, by = reader) => by.call(followKnownIssue, { params: { id } });
const tell = (id: string, body: { text: string; solved?: boolean } = { text: 'A new one is on its way.' }) =>
  scene.supervisor.call(addIssueUpdate, { params: { id }, body });
const newsOf = async (person: Person) =>
  (await person.call(listNotifications)).items.filter(({ knownIssueId }) => knownIssueId !== undefined);

describe('publishing', () => {
  test('a published known issue is public, with the supervisor’s words and nothing of the complaints', async () => {
    const secret = { title: 'Zephyrina Quillfeather', description: '<p>Quokka</p>', location: 'Wombat Lane' };
    const complaints = [await scene.file(secret), await scene.file(secret, await api.citizen())];

    const issue = await publish({ complaints, promisedDate: '2026-05-20' });

    const shown = await api.call(getKnownIssue, { params: { id: issue.id } });
    expect(issue).toMatchObject({ ...words, state: 'open', followers: 2, owner: { id: scene.officer.id }, version: 1 });
    expect(shown).toMatchObject({ ...words, promisedDate: '2026-05-20', followers: null, updates: [] });
    expect(JSON.stringify([issue, shown])).not.toMatch(/Zephyrina|Quokka|Wombat/u);
    expect(Object.keys(shown)).not.toContain('owner');
    for (const id of complaints) {
      const atDesk = await scene.officer.call(getDeskComplaint, { params: { id } });
      expect(atDesk.knownIssue).toEqual({ id: issue.id, name: words.title });
    }
    expect(await scene.officer.call(listKnownIssues)).toMatchObject([{ id: issue.id }]);
    expect(await auditedBy(api, scene.supervisor)).toContainEqual(
      expect.objectContaining({ action: 'known-issue.changed', objectId: issue.id, detail: { change: 'published' } }),
    );
  });

  test('only supervisors publish known issues, from complaints of their MDA', async () => {
    const complaints = [await scene.file()];
    const foreign = [await scene.file({ mda: scene.neighbour.caller.mdaId ?? '' })];
    expect(await failure(publish({ complaints }, scene.officer))).toMatchObject({ status: 403 });
    for (const ids of [foreign, [...complaints, ...foreign], [crypto.randomUUID()]])
      expect(await failure(publish({ complaints: ids }))).toMatchObject({ status: 404 });
    expect(await scene.supervisor.call(listKnownIssues)).toEqual([]);
  });

  test.each([
    ['no complaint', { complaints: [] }, { complaints: message.required }],
    ['a short title', { title: 'Cut' }, { title: message.tooShort }],
    ['no text', { text: ' ' }, { text: message.required }],
    ['a day that does not exist', { promisedDate: '2026-02-30' }, { promisedDate: message.invalid }],
  ])('a known issue with %s is refused', async (_, given, fields) => {
    expect(await failure(publishOne(given))).toMatchObject({ status: 400, fields });
  });

  test('a known issue with an owner of another MDA is refused', async () => {
    const fields = { owner: staffMessage.assigneeForeign };
    expect(await failure(publishOne({ owner: scene.neighbour.id }))).toMatchObject({ status: 400, fields });
    const { id } = await publishOne();
    const body = { owner: scene.neighbour.id, version: 1 };
    expect(await failure(scene.supervisor.call(updateKnownIssue, { params: { id }, body }))).toMatchObject({ fields });
  });
});

describe('changing', () => {
  test('a known issue can be changed once per version until it is solved', async () => {
    const { id } = await publishOne();
    const change = (body: object) => scene.supervisor.call(updateKnownIssue, { params: { id }, body: body as never });
    const changed = await change({ promisedDate: '2026-06-01', owner: scene.supervisor.id, version: 1 });
    expect(changed).toMatchObject({ ...words, promisedDate: '2026-06-01', owner: { id: scene.supervisor.id } });
    expect(await failure(change({ title: 'Another title', version: 1 }))).toMatchObject({ code: 'VERSION_CONFLICT' });
    await tell(id, { text: 'The power is back.', solved: true });
    const closed = { status: 409, message: staffMessage.issueClosed };
    expect(await failure(change({ title: 'Another title', version: 3 }))).toMatchObject(closed);
    expect(await failure(tell(id))).toMatchObject(closed);
  });

  test('a known issue gathers more complaints; each belongs to the last issue it was gathered into', async () => {
    const [first, second] = [await publishOne(), await publishOne()];
    const complaint = await scene.file({}, reader);
    for (const { id } of [first, second])
      await scene.supervisor.call(gatherComplaints, { params: { id }, body: { complaints: [complaint] } });
    const atDesk = await scene.officer.call(getDeskComplaint, { params: { id: complaint } });
    expect(atDesk.knownIssue).toMatchObject({ id: second.id });
    const body = { complaints: [await scene.file({ mda: scene.neighbour.caller.mdaId ?? '' })] };
    const foreign = scene.supervisor.call(gatherComplaints, { params: { id: first.id }, body });
    expect(await failure(foreign)).toMatchObject({ status: 404 });
  });

  test('officers add complaints that they see to a known issue, and find the open ones by it', async () => {
    const { id } = await publish({ complaints: [await scene.file()] });
    const [seen, hidden] = [await scene.file(), await scene.file()];
    await scene.act(scene.supervisor, hidden, 'recuse', { person: scene.officer.id });
    const add = (complaint: string) =>
      scene.officer.call(gatherComplaints, { params: { id }, body: { complaints: [complaint] } });

    await add(seen);
    expect(await failure(add(hidden))).toMatchObject({ status: 404 });
    await scene.supervisor.call(gatherComplaints, { params: { id }, body: { complaints: [hidden] } });

    const total = async (by: Person) => (await by.call(totalDeskComplaints, { query: { knownIssue: id } })).total;
    expect([await total(scene.officer), await total(scene.supervisor), await total(scene.neighbour)]).toEqual([
      2, 3, 0,
    ]);
  });
});

test('complaints like a known issue are a list: in its area, gathered into none, and shown to their readers alone', async () => {
  await loadAreas(api.services.db, areas);
  const gathered = await scene.file({ title: 'Power cut in Lakeside', area: 'LA-IK-1' });
  const { id } = await publish({ complaints: [gathered], area: 'LA-IK' });
  const like = await scene.file({ title: 'No power, a power cut in Lakeside again', area: 'LA-IK-1' });
  const anywhere = await scene.file({ title: 'Power cut in Lakeside 3 since Sunday' });
  await scene.file({ title: 'Power cut in Lakeside', area: 'KN' });
  await scene.file({ title: 'My bill was charged twice', area: 'LA-IK' });
  const listed = async (by: Person) =>
    (await by.call(listDeskComplaints, { query: { alike: id } })).items.map((it) => it.id);
  expect((await listed(scene.officer)).toSorted()).toEqual([like, anywhere].toSorted());
  expect(await listed(scene.neighbour)).toEqual([]);
});

describe('finding', () => {
  describe('known issues with an area', () => {
    beforeEach(() => loadAreas(api.services.db, areas));

    test.each([
      ['of the same area', 'LA-IK'],
      ['of an area around it', 'LA'],
      ['of an area within it', 'LA-IK-1'],
      ['without an area', ''],
    ])('a known issue of an area is suggested to a citizen who writes %s', async (_, area) => {
      const issue = await publishOne({ area: 'LA-IK' });
      expect(issue.area).toEqual({ id: 'LA-IK', name: 'Ikeja, Lagos' });
      expect(await find('power cut', scene.mdaId, area)).toMatchObject([{ id: issue.id }]);
    });

    test.each([
      ['of another area', 'LA-EP'],
      ['of another state', 'KN'],
    ])('a known issue of an area is not suggested to a citizen who writes %s', async (_, area) => {
      await publishOne({ area: 'LA-IK' });
      expect(await find('power cut', scene.mdaId, area)).toEqual([]);
    });

    test('a known issue without area is suggested to everybody; its area can be changed and removed', async () => {
      const { id } = await publishOne();
      const shown = async (area: string) => (await find('power cut', scene.mdaId, area)).length > 0;
      const change = (area: string | null, version: number) =>
        scene.supervisor.call(updateKnownIssue, { params: { id }, body: { area, version } });
      expect(await shown('KN')).toBe(true);
      expect(await change('LA', 1)).toMatchObject({ area: { id: 'LA', name: 'Lagos' } });
      expect([await shown('KN'), await shown('LA-EP')]).toEqual([false, true]);
      expect(await change(null, 2)).toMatchObject({ area: null });
      expect(await shown('KN')).toBe(true);
    });

    test.each(['NOWHERE', ''])('a known issue with the unavailable area ‘%s’ is refused', async (area) => {
      const refused = { status: 400, fields: { area: expect.any(String) as string } };
      expect(await failure(publishOne({ area }))).toMatchObject(refused);
      const { id } = await publishOne();
      const body = { area, version: 1 };
      expect(await failure(scene.supervisor.call(updateKnownIssue, { params: { id }, body }))).toMatchObject(refused);
    });

    test('a known issue keeps an area that is no longer offered', async () => {
      const { id } = await publishOne({ area: 'LA-IK' });
      await loadAreas(api.services.db, Buffer.from('code,name,parent\nKN,Kano,'));
      const body = { area: 'LA-IK', text: 'A new text.', version: 1 };
      const changed = await scene.supervisor.call(updateKnownIssue, { params: { id }, body });
      expect(changed).toMatchObject({ text: 'A new text.', area: { id: 'LA-IK' } });
    });
  });

  test.each([
    'Power cut in Lakeside 3',
    'power cut',
    'No power in Lakeside since Saturday, power cut',
    'Transformer burnt out at Mill Road',
    'Powercut in lakeside',
  ])('a complaint with the title “%s” finds the known issue', async (title) => {
    const { id } = await publishOne();
    expect(await find(title)).toMatchObject([{ id, ...words }]);
  });

  test.each(['No water since Monday', 'Rude officer at the counter', 'My bill was charged twice'])(
    'a complaint with the title “%s” does not find the known issue',
    async (title) => {
      await publishOne();
      expect(await find(title)).toEqual([]);
    },
  );

  test('suggestions are open known issues of this MDA with news of the last 30 days', async () => {
    const { id } = await publishOne();
    expect(await find(words.title, scene.neighbour.caller.mdaId ?? '')).toEqual([]);
    const age = (table: string, at: string) =>
      api.pool.query(`update ${table} set ${at} = ${at} - interval '29 days 23 hours'`);
    await tell(id);
    await age('known_issue', 'created_at');
    await age('known_issue', 'created_at');
    await age('known_issue_update', 'at');
    expect(await find(words.title)).toHaveLength(1);
    await age('known_issue_update', 'at');
    expect(await find(words.title)).toEqual([]);
    const again = await publishOne();
    await tell(again.id, { text: 'The power is back.', solved: true });
    expect(await find(words.title)).toEqual([]);
  });

  test('suggesting known issues refuses an empty title, and a network with too many requests', async () => {
    expect(await failure(find('Cut'))).toMatchObject({ status: 400 });
    const outcomes = [];
    for (let count = 0; count <= 60; count += 1) outcomes.push(await outcomeOf(find('Power cut')));
    expect(outcomes).toContainEqual(expect.objectContaining({ status: 429 }));
  });
});

describe('following', () => {
  test('a follower of a known issue counts once, and the number is public from five on', async () => {
    const { id } = await publishOne();
    const followers = async () => (await api.call(getKnownIssue, { params: { id } })).followers;
    for (const person of [scene.citizen, reader, reader]) await follow(id, person);
    expect((await scene.officer.call(listKnownIssues))[0]?.followers).toBe(2);
    expect(await followers()).toBeNull();
    for (let more = 2; more < followersFrom; more += 1) await follow(id, await api.citizen());
    expect(await followers()).toBe(followersFrom);
    expect(await reader.call(listFollowedIssues)).toMatchObject([{ id }]);
    await reader.call(unfollowKnownIssue, { params: { id } });
    expect([await followers(), await reader.call(listFollowedIssues)]).toEqual([null, []]);
  });

  test('following an unknown issue is refused', async () => {
    const id = crypto.randomUUID();
    expect(await failure(follow(id))).toMatchObject({ status: 404 });
    expect(await failure(reader.call(unfollowKnownIssue, { params: { id } }))).toMatchObject({ status: 404 });
  });
});

describe('an update', () => {
  test('an update of a known issue reaches followers and citizens once, in their language', async () => {
    const { id } = await publishOne();
    await follow(id);
    await api.pool.query(`update account set language = 'fr' where id = $1`, [reader.id]);

    const { updates } = await tell(id);
    const mails = (await api.outbox()).filter(({ text }) => text.includes(`/known-issue/${id}`));

    expect(updates).toMatchObject([{ text: 'A new one is on its way.' }]);
    expect(mails.map(({ to }) => to).toSorted()).toEqual([reader.email, scene.citizen.email].toSorted());
    expect(mails.every(({ text }) => text.includes('A new one is on its way.') && text.includes(words.title))).toBe(
      true,
    );
    const [mine] = await newsOf(scene.citizen);
    expect(mine).toMatchObject({ complaintId: null, knownIssueId: id, title: 'News about a known issue', read: false });
    expect((await newsOf(reader))[0]?.title).not.toBe(mine?.title);
    const { rows } = await api.pool.query<{ id: string }>(
      'select id from known_issue_update where known_issue_id = $1',
      [id],
    );
    await notifyFollowers(api.services, { updateId: rows[0]?.id ?? '' });
    await notifyFollowers(api.services, { updateId: crypto.randomUUID() });
    expect(await newsOf(reader)).toHaveLength(1);
  });

  test('the last update of a known issue announces the solution, not to former followers', async () => {
    const { id } = await publishOne();
    await follow(id);
    await reader.call(unfollowKnownIssue, { params: { id } });

    const closed = await tell(id, { text: 'The power is back.', solved: true });
    await api.runJobs();

    expect(closed).toMatchObject({ state: 'solved', closedDate: api.clock.now().toISOString() });
    expect(await newsOf(scene.citizen)).toMatchObject([{ title: 'A known issue is solved' }]);
    expect(await newsOf(reader)).toEqual([]);
  });
});

describe('followers and their data', () => {
  test('a follower’s download lists followed known issues, and erasure removes them', async () => {
    const { id } = await publishOne();
    await follow(id);
    await tell(id);
    await api.runJobs();
    const headers = { authorization: `Bearer ${reader.token}` };
    const zip = readZip((await api.app.inject({ url: '/api/users/export', headers })).rawPayload);
    expect(JSON.parse(zip['known-issues.json']?.toString() ?? '')).toMatchObject([{ id, title: words.title }]);

    await reader.call(deleteAccount, { body: { currentPassword: reader.password } });

    for (const table of ['known_issue_follower', 'notification'])
      expect((await api.pool.query(`select from ${table} where account_id = $1`, [reader.id])).rowCount).toBe(0);
  });

  test('erasing a citizen redacts their name in known issues of their complaints', async () => {
    const person = await api.citizen({ firstName: 'Zephyrina', lastName: 'Quillfeather' });
    const text = 'Zephyrina Quillfeather told us of it.';
    const { id } = await publish({ complaints: [await scene.file({}, person)], text });
    await tell(id, { text });

    await person.call(deleteAccount, { body: { currentPassword: person.password } });

    const shown = await api.call(getKnownIssue, { params: { id } });
    expect([shown.text, shown.updates[0]?.text].join()).not.toContain('Quillfeather');
  });

  test('a citizen follows a known issue until their last complaint in it is anonymised', async () => {
    const [first, second] = [await scene.file({}, reader), await scene.file({}, reader)];
    await publish({ complaints: [first, second] });
    const anonymise = (id: string) =>
      redactPerson(api.services.db, id, { at: api.clock.now(), keys: api.services.keys });

    await anonymise(first);
    expect(await reader.call(listFollowedIssues)).toHaveLength(1);

    await anonymise(second);
    expect(await reader.call(listFollowedIssues)).toEqual([]);
    expect((await scene.officer.call(listKnownIssues))[0]?.followers).toBe(1);
  });

  test('citizen and guest see the known issue of their complaint', async () => {
    const [own, guests] = [await scene.file({}, reader), await fileAsGuest(api, scene)];
    const asGuest = await openAsGuest(api, guests);
    const read = (call: typeof asGuest, id: string) => call(getComplaint, { params: { id } });
    expect(await read(asGuest, guests.id)).toMatchObject({ knownIssue: null });

    const { id } = await publish({ complaints: [own, guests.id] });

    const knownIssue = { id, name: words.title };
    expect(await read(reader.call, own)).toMatchObject({ knownIssue });
    expect(await read(asGuest, guests.id)).toMatchObject({ knownIssue });
  });

  test('taking over a complaint takes over its known issue; anonymising it removes the follower’s name', async () => {
    const filed = await fileAsGuest(api, scene);
    const { id } = await publish({ complaints: [filed.id] });
    const { trackingId, receiptCode } = filed;

    await reader.call(takeOverComplaint, { body: { trackingId, receiptCode } });

    expect(await reader.call(listFollowedIssues)).toMatchObject([{ id }]);
    await redactPerson(api.services.db, filed.id, { at: api.clock.now(), keys: api.services.keys });
    expect(await reader.call(listFollowedIssues)).toEqual([]);
    expect((await scene.officer.call(listKnownIssues))[0]?.followers).toBe(1);
  });
});
