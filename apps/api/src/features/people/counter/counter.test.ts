import {
  answerComplaint,
  changeReceiptCode,
  fileForSomebody,
  findCaller,
  getComplaint,
  getDeskComplaint,
  listDeskComplaints,
  listFiled,
  listSimilarToText,
  openGuestSession,
  staffMessage,
  takeOverComplaint,
} from '@baraza/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { addTextField } from '../../../../test/support/custom-fields.ts';
import { failure } from '../../../../test/support/failure.ts';
import { photo } from '../../../../test/support/media.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import type { Person } from '../../../../test/support/people.ts';

const api = sharedTestApp();
let scene: Scene;
let agent: Person;
beforeAll(async () => {
  scene = await createScene(api);
  agent = await api.agent('Umuahia');
});

let numbers = 0;
const newPhone = () => `0803 555 ${String((numbers += 1)).padStart(4, '0')}`;
const filing = (given: object = {}) => ({
  ...scene.fields(),
  identity: 'named' as const,
  contactName: 'Halima Bello',
  source: 'counter' as const,
  consent: 'true' as const,
  ...given,
});
const file = (by: Person, given: object = {}, key: string = crypto.randomUUID()) =>
  by.call(fileForSomebody, { form: filing(given) }, { headers: { 'idempotency-key': key } });
const readAs = (person: Person, id: string) => person.call(getDeskComplaint, { params: { id } });
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

describe('filing for somebody', () => {
  test('an officer files for a named person, whose receipt code opens it', async () => {
    const receipt = await file(scene.officer, { contactPhone: newPhone() });

    const { id } = await api.call(openGuestSession, { body: receipt });
    expect(id).toBe(receipt.id);
    const shown = await readAs(scene.supervisor, id);
    expect(shown).toMatchObject({ identity: 'named', source: 'counter', filedBy: expect.stringMatching(/^Ada Obi/u) });
    expect(shown.citizen).toMatchObject({ name: 'Halima B.', identity: { name: 'Halima Bello', email: '' } });
  });

  test('custom fields that the MDA asks for are filed with it', async () => {
    const meter = await addTextField(api, scene.mdaId, scene.categoryId);
    const fields = JSON.stringify({ [meter]: 'A-17' }) as never;

    const { id } = await file(agent, { fields });

    expect((await readAs(scene.officer, id)).fields).toMatchObject([{ id: meter, value: 'A-17' }]);
  });

  test('the same key files once and returns the same code', async () => {
    const key = crypto.randomUUID();
    expect(await file(agent, {}, key)).toEqual(await file(agent, {}, key));
    expect((await file(scene.officer, {}, key)).trackingId).not.toBe((await file(agent, {}, key)).trackingId);
  });

  test('the deadlines of a letter count from the day on which it came', async () => {
    const today = scene.fields().incidentDate ?? '';
    const before = new Date(Date.parse(today) - 14 * 86_400_000).toISOString().slice(0, 10);
    const letter = { source: 'letter', incidentDate: before, receivedOn: before };
    const form = filing(letter);
    const old = await scene.officer.call(fileForSomebody, { form, files: { files: [await photo('letter.jpg')] } });
    const fresh = await readAs(scene.officer, (await file(scene.officer)).id);

    const shown = await readAs(scene.officer, old.id);
    expect(shown.submittedDate.slice(0, 10)).toBe(before);
    expect(shown.dueAt! < fresh.dueAt!).toBe(true);
    expect(shown.attachments).toHaveLength(1);
  });

  test.each([
    ['without consent', { consent: undefined }, 'consent'],
    ['with the name missing', { contactName: '' }, 'contactName'],
    ['of an anonymous person with a name', { identity: 'anonymous' }, 'identity'],
    ['with an unknown source', { source: 'portal' }, 'source'],
    ['received tomorrow', { receivedOn: '2999-01-01' }, 'receivedOn'],
    ['received before the window', { receivedOn: '2001-01-01' }, 'receivedOn'],
  ])('a filing %s is refused', async (_, given, field) => {
    expect(await failure(file(scene.officer, given))).toMatchObject({
      status: 400,
      fields: { [field]: expect.any(String) },
    });
  });

  test('an agent’s own number is refused in every spelling', async () => {
    const other = await api.agent('Aba', '+234 803 555 9999');
    for (const contactPhone of ['08035559999', '0803-555-9999', '+2348035559999'])
      expect(await failure(file(other, { contactPhone }))).toMatchObject({
        fields: { contactPhone: staffMessage.phoneOwn },
      });
  });

  test('an officer who filed for another MDA does not see the complaint', async () => {
    const { id } = await file(scene.neighbour);
    expect(await failure(readAs(scene.neighbour, id))).toMatchObject({ status: 404 });
    await readAs(scene.officer, id);
  });

  test('an officer named in what they file is recused from it', async () => {
    const { rows } = await api.pool.query('select first_name, last_name from account where id = $1', [
      scene.officer.id,
    ]);
    const { id } = await file(scene.officer, { title: `${rows[0].first_name} ${rows[0].last_name} asked for money` });
    expect(await failure(readAs(scene.officer, id))).toMatchObject({ status: 404 });
  });
});

test('complaints of the own MDA like a text are found before it is filed', async () => {
  const { id } = await file(agent, { title: 'The borehole at Zoranyi smells of diesel' });
  const find = (person: Person, text: string) => person.call(listSimilarToText, { body: { text } });
  expect(idsOf(await find(scene.officer, 'Diesel in the Zoranyi borehole'))).toContain(id);
  expect(await find(scene.neighbour, 'Diesel in the Zoranyi borehole')).toEqual([]);
});

describe('an agent', () => {
  const listOf = async (person: Person, q?: string) => (await person.call(listFiled, { query: { q } })).items;

  test('sees what the own centre filed, and nothing of others', async () => {
    const [colleague, stranger] = [await api.agent('Umuahia'), await api.agent('Enugu')];
    const phone = newPhone();
    const { id, trackingId } = await file(agent, { contactPhone: phone });
    const anonymous = await file(colleague, { identity: 'anonymous', contactName: '' });

    expect(idsOf(await listOf(colleague))).toEqual(expect.arrayContaining([id, anonymous.id]));
    expect(idsOf(await listOf(colleague, trackingId.slice(-6)))).toEqual([id]);
    expect(idsOf(await listOf(colleague, `+234${phone.slice(1)}`))).toEqual([id]);
    expect(await listOf(stranger)).toEqual([]);
    expect(await listOf(stranger, trackingId)).toEqual([]);
    expect(await failure(readAs(agent, id))).toMatchObject({ status: 403 });
  });

  test('no longer sees a complaint whose citizen took it over', async () => {
    const receipt = await file(agent);
    const citizen = await api.citizen();
    await citizen.call(takeOverComplaint, { body: receipt });
    expect(idsOf(await listOf(agent))).not.toContain(receipt.id);
  });

  test('loses the complaint and its code once the citizen changes the code', async () => {
    const key = crypto.randomUUID();
    const receipt = await file(agent, {}, key);
    const open = async (receiptCode: string) => api.call(openGuestSession, { body: { ...receipt, receiptCode } });
    const [citizen, other] = [
      api.callAs((await open(receipt.receiptCode)).token),
      api.callAs((await open(receipt.receiptCode)).token),
    ];
    const change = (kept: boolean) => citizen(changeReceiptCode, { body: { id: receipt.id, key, kept } });

    const { receiptCode } = await change(false);
    await open(receipt.receiptCode);
    expect(await change(true)).toEqual({ receiptCode });
    expect(await change(true)).toEqual({ receiptCode });

    expect(receiptCode).not.toBe(receipt.receiptCode);
    await open(receiptCode);
    expect(await failure(open(receipt.receiptCode))).toMatchObject({ status: 401 });
    expect(await failure(other(getComplaint, { params: receipt }))).toMatchObject({ status: 401 });
    expect(await failure(file(agent, {}, key))).toMatchObject({ status: 409 });
    expect(idsOf(await listOf(agent))).not.toContain(receipt.id);
  });

  test('a guest changes the code of the own complaint only', async () => {
    const [own, others] = [await file(agent), await file(agent)];
    const { token } = await api.call(openGuestSession, { body: own });
    const body = { id: others.id, key: crypto.randomUUID(), kept: true };
    expect(await failure(api.callAs(token)(changeReceiptCode, { body }))).toMatchObject({ status: 404 });
    const citizen = await api.citizen();
    const id = await scene.file({}, citizen);
    expect(await failure(citizen.call(changeReceiptCode, { body: { ...body, id } }))).toMatchObject({ status: 404 });
    expect(await failure(api.callAs(token)(answerComplaint, { body: { id: others.id, text: 'x' } }))).toMatchObject({
      status: 404,
    });
  });
});

describe('finding a caller', () => {
  const search = async (person: Person, q: string) =>
    idsOf((await person.call(listDeskComplaints, { query: { q, state: 'received,in_progress' } })).items);

  test('the exact number finds named complaints of the own MDA, and is recorded', async () => {
    const phone = newPhone();
    const [named, hidden] = [
      await file(agent, { contactPhone: phone }),
      await file(agent, { contactPhone: phone, identity: 'confidential' }),
    ];
    const find = (person: Person, typed: string) => person.call(findCaller, { body: { phone: typed } });
    for (const typed of [phone, `+234${phone.slice(1)}`, phone.replaceAll(' ', '')]) {
      const found = await find(scene.officer, typed);
      expect(idsOf(found)).toEqual([named.id]);
      expect(JSON.stringify(found)).not.toContain('Halima');
    }
    expect(idsOf(await find(scene.neighbour, phone))).toEqual([]);
    expect(idsOf(await find(scene.officer, phone.slice(-6)))).toEqual([]);
    expect(hidden.id).not.toBe(named.id);
    const { rows } = await api.pool.query(
      `select detail from audit where action = 'complaint.caller-searched' and actor_id = $1`,
      [scene.officer.id],
    );
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toContain(phone.slice(-4));
  });

  test('an eleventh look-up within the hour is refused', async () => {
    const officer = await api.officer(scene.mdaId);
    const find = () => officer.call(findCaller, { body: { phone: newPhone() } });
    for (let count = 0; count < 10; count += 1) await find();
    expect(await failure(find())).toMatchObject({ status: 429 });
  });

  test('the search finds last name and number where the reader sees the identity, and nowhere else', async () => {
    const phone = newPhone();
    const lastName = `Okonkwo${Date.now()}`;
    const { id } = await file(agent, { contactPhone: phone, contactName: `Ngozi ${lastName}` });
    const secret = await file(agent, {
      contactPhone: phone,
      contactName: `Ngozi ${lastName}`,
      identity: 'confidential',
    });

    for (const q of [lastName, phone, `+234${phone.slice(1)}`]) {
      expect(await search(scene.supervisor, q)).toEqual([id]);
      expect(await search(scene.officer, q)).toEqual([]);
    }
    await scene.act(scene.officer, id, 'start');
    expect(await search(scene.officer, lastName)).toEqual([id]);
    await scene.act(scene.officer, id, 'resolve');
    expect(await search(scene.supervisor, lastName)).toEqual([]);
    expect(secret.id).not.toBe(id);
  });

  test('the search finds the e-mail of an account where the reader sees the identity', async () => {
    const citizen = await api.citizen();
    const id = await scene.file({}, citizen);
    expect(await search(scene.supervisor, citizen.email.toUpperCase())).toEqual([id]);
    expect(await search(scene.officer, citizen.email)).toEqual([]);
  });
});
