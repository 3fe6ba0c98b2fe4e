import {
  answerComplaint,
  deleteAccount,
  getComplaint,
  listComplaints,
  listDeskComplaints,
  states,
} from '@baraza/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import type { Person } from '../../../../test/support/people.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let citizen: Person;
let id: string;
beforeAll(async () => {
  scene = await createScene(api);
  citizen = await api.citizen({ firstName: 'Amina', lastName: 'Onyekachukwu' });
  id = await scene.file({}, citizen);
});

describe('searching by name', () => {
  const find = async (q: string) =>
    (await scene.officer.call(listDeskComplaints, { query: { q } })).items.map((it) => it.id);

  test.each(['Amina', 'amina o', 'Amina O.', 'AMI', 'o'])(
    'the search by name finds the masked name as shown: %s',
    async (q) => {
      expect(await find(q)).toContain(id);
    },
  );

  test.each(['Onyekachukwu', 'Amina Onyekachukwu', 'amina ony', 'On', '555 0192'])(
    'the search by name does not confirm hidden parts: %s',
    async (q) => {
      expect(await find(q)).toEqual([]);
    },
  );

  test('the search by name does not confirm an e-mail address', async () => {
    expect(await find(citizen.email)).toEqual([]);
  });

  // With a filter by due date the index of names is used, not the head of the list.
  test('the index of names does not confirm hidden parts either', async () => {
    const due = async (q: string) =>
      (await scene.officer.call(listDeskComplaints, { query: { q, due: 'overdue' } })).items.map((it) => it.id);
    api.clock.advance(60 * 24 * 3_600_000);
    const officer = await api.officer(scene.mdaId);
    scene = { ...scene, officer };
    expect(await due('Amina')).toEqual([id]);
    expect(await due('Amina O')).toEqual([id]);
    for (const q of ['Onyekachukwu', 'Amina Onye']) expect(await due(q)).toEqual([]);
  });
});

describe('searching the conversation', () => {
  beforeAll(async () => {
    scene = await createScene(api);
  });
  const all = states.join(',');
  const found = async (person: Person, q: string, more: { transfer?: 'offered' } = {}) =>
    (await person.call(listDeskComplaints, { query: { q, state: all, ...more } })).items.map((it) => it.id);

  test('the desk’s search finds words of replies, questions, answers and notes', async () => {
    const said = await scene.fileIn('in_progress');
    await scene.act(scene.officer, said, 'reply', { text: 'A plumber comes on Thursday.' });
    await scene.act(scene.officer, said, 'ask', { text: 'Which colour has the hydrant?' });
    await scene.citizen.call(answerComplaint, { body: { id: said, text: 'It is vermilion.' } });
    await scene.act(scene.officer, said, 'note', { text: 'The depot has no gaskets.' });
    for (const q of ['plumber', 'hydrant', 'vermil', 'gaskets', 'gaskets plumber'])
      expect({ q, ids: await found(scene.officer, q) }).toEqual({ q, ids: [said] });
    const due = await scene.officer.call(listDeskComplaints, { query: { q: 'gaskets', sort: 'due' } });
    expect(due.items.map((row) => row.id)).toEqual([said]);
    const oversight = await api.staff('oversight');
    expect(await found(oversight, 'gaskets plumber')).toEqual([said]);
  });

  test('the desk’s search finds other forms of an English word, but names only as written', async () => {
    const other = await scene.file({ title: 'They repaired the generators' });
    for (const q of ['repairs', 'repairing', 'generator', 'repairs generator', 'gener'])
      expect({ q, ids: await found(scene.officer, q) }).toEqual({ q, ids: [other] });
  });

  test('an MDA that is offered a complaint finds it by its replies and never by its notes', async () => {
    const offered = await scene.fileIn('in_progress');
    await scene.act(scene.officer, offered, 'reply', { text: 'The transformer is ordered.' });
    await scene.act(scene.officer, offered, 'note', { text: 'The contractor is bankrupt.' });
    await scene.act(scene.officer, offered, 'offerTransfer');
    const asOffered = (q: string) => found(scene.neighbour, q, { transfer: 'offered' });

    expect(await asOffered('transformer')).toEqual([offered]);
    for (const q of ['bankrupt', 'bankrupts', 'bankrput']) expect(await asOffered(q)).toEqual([]);
    expect(await found(scene.neighbour, 'transformer')).toEqual([]);

    await scene.act(scene.neighbour, offered, 'acceptTransfer');

    expect(await found(scene.officer, 'bankrupt')).toEqual([]);
  });

  test('the desk’s search shows a recused officer neither the complaint nor corrections from it', async () => {
    const hidden = await scene.fileIn('in_progress');
    await scene.act(scene.supervisor, hidden, 'note', { text: 'Ask the auditorium.' });
    await scene.act(scene.supervisor, hidden, 'recuse', { person: scene.officer.id });

    expect(await found(scene.supervisor, 'auditorum')).toEqual([hidden]);
    const list = await scene.officer.call(listDeskComplaints, { query: { q: 'auditorum', state: all } });
    expect(list).toEqual({ items: [], nextCursor: null });
  });

  test('the desk’s search does not find redacted words', async () => {
    const leaver = await api.citizen({ firstName: 'Zanele', lastName: 'Quartey' });
    const left = await scene.file({}, leaver);
    await scene.act(scene.officer, left, 'start');
    await scene.act(scene.officer, left, 'note', { text: 'Zanele Quartey called about the aqueduct.' });
    await scene.act(scene.officer, left, 'reply', { text: 'The culvert is mended.' });
    expect(await found(scene.officer, 'aqueduct')).toEqual([left]);

    await leaver.call(deleteAccount, { body: { currentPassword: leaver.password } });

    for (const q of ['aqueduct', 'Quartey', 'aqueduc']) expect(await found(scene.officer, q)).toEqual([]);
    expect(await found(scene.officer, 'culvert')).toEqual([left]);
  });

  test('the desk’s search corrects small typing errors and shows the correction', async () => {
    const typed = await scene.file({ title: 'The electricity meter' });
    const list = await scene.officer.call(listDeskComplaints, { query: { q: 'elecrticity metre', state: all } });

    expect(list.items.map((row) => row.id)).toEqual([typed]);
    expect(list.corrected).toBe('electricity meter');
    expect(await found(scene.officer, 'zzzzzz')).toEqual([]);
  });

  test.each([
    ['robery', 'robbery'],
    ['transfomer smoking', 'transformer smoking'],
    ['pannels', 'panels'],
  ])('the desk’s search corrects %s to whole words, never to their stems', async (q, corrected) => {
    await scene.file({ title: 'Robbery at the smoking transformer', description: '<p>They took solar panels.</p>' });

    const list = await scene.officer.call(listDeskComplaints, { query: { q, state: all } });

    expect(list.corrected).toBe(corrected);
    expect(list.items.length).toBeGreaterThan(0);
  });

  test('a complaint still accepts words beyond the limit of searchable ones', async () => {
    const long = await scene.fileIn('in_progress');
    const words = (round: number) => Array.from({ length: 450 }, (_, index) => `w${round}x${index}yz`).join(' ');
    for (let round = 0; round < 60; round += 1) await scene.act(scene.officer, long, 'note', { text: words(round) });
    expect(await found(scene.officer, 'w1x1yz')).toEqual([long]);
  });
});

describe('what stands in a complaint', () => {
  const description = `<p>Ref IM/2026/077 dated 12/05/2026, file no. PF-2026-0815, phone 0803-555-0177, mobile +234 803 555 0178,
    office 08035550199, plate KJA-345-XY, passport AB 1234567, permit CD7654321, amount N5,000.50 and 7500.75, mail
    kemi.bello@mail.example, page www.ministry.example/forms/b12, version 2.4.1, Ward 7/B, N°4512, 24/7, e-visa of Adébáyọ̀
    and ${'Ọláyínká'.normalize('NFD')} in São Tomé, Ɓala ƙofar, أحمد ٤٥١٢٣</p>`;
  let told: string;
  beforeAll(async () => {
    scene = await createScene(api);
    told = await scene.file({ title: 'Poor service at Ọ̀ṣogbo office', description });
    await scene.file({ title: 'Another matter' });
  });
  const ways = [
    ['IM/2026/077', '077', '12/05/2026', 'PF-2026-0815', '0815', 'PF20260815', '2026'],
    ['0803-555-0177', '0177', '08035550177', '0803 555 0177', '+234 803 555 0177', '5550177', '(0803) 555.0177'],
    ['+234 803 555 0178', '+2348035550178', '08035550178', '0803-555-0178', '0178', '803 555 0178'],
    ['08035550199', '0803 555 0199', '0199', '+234-803-555-0199', '٠٨٠٣٥٥٥٠١٩٩'],
    ['KJA-345-XY', 'KJA345XY', 'kja 345 xy', '345', 'AB1234567', 'AB 1234567', 'CD 7654321', 'CD-7654321', 'CD7654321'],
    ['5,000.50', 'N5,000.50', '7500.75', 'kemi.bello@mail.example', 'bello', 'mail.example', 'ministry.example'],
    ['www.ministry.example/forms/b12', 'forms', 'b12', '2.4.1', '7/B', 'N°4512', '4512', '24/7', 'e-visa'],
    [
      'Adebayo',
      'Adébáyọ̀',
      'Olayinka',
      'Ọláyínká',
      'Sao Tome',
      'São Tomé',
      'Osogbo',
      'oṣogbo',
      'Ọ̀ṣogbo'.normalize('NFD'),
    ],
    ['Bala', 'Ɓala', 'kofar', 'احمد', 'أحمد', '٤٥١٢٣', '45123'],
  ].flat();

  test.each(ways)('%s is found at the desk and in the citizen’s list', async (q) => {
    const { items, corrected } = await scene.officer.call(listDeskComplaints, { query: { q } });
    expect({ ids: items.map((row) => row.id), corrected }).toEqual({ ids: [told], corrected: undefined });
    const own = await scene.citizen.call(listComplaints, { query: { q } });
    expect(own.items.map((row) => row.id)).toEqual([told]);
  });

  test.each(['0803-555-0188', '5550188', 'KJA-346-XY', '13/05/2026', 'kemi.bola@mail.example'])(
    '%s, which does not stand there, is not found',
    async (q) => {
      expect((await scene.officer.call(listDeskComplaints, { query: { q } })).items).toEqual([]);
    },
  );

  test('a tracking ID is found in the citizen’s list however it is copied', async () => {
    const { trackingId } = await scene.citizen.call(getComplaint, { params: { id: told } });
    const [, year, tail] = trackingId.split('-');
    for (const q of [
      `sdp ${year} ${tail}`,
      `SDP${year}${tail}`,
      `SDP–${year}–${tail}`,
      `ID: ${trackingId}`,
      `#${trackingId}`,
    ])
      expect((await scene.citizen.call(listComplaints, { query: { q } })).items.map((row) => row.id)).toEqual([told]);
  });
});
