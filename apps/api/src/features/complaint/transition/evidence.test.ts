import { readdir } from 'node:fs/promises';
import path from 'node:path';
import {
  addEvidence,
  answerComplaint,
  type Attachment,
  fileMessage,
  getComplaint,
  getDeskComplaint,
  limit,
  message,
  quotaMessage,
  reopenComplaint,
  submitComplaint,
  transitionComplaint,
} from '@baraza/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { photo, recording } from '../../../../test/support/media.ts';
import { letter, pdfFile } from '../../../../test/support/pdf.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { readZip } from '../../../../test/support/zip.ts';
import { eraseAccount } from '../../people/privacy/erase-account.ts';
import { verifyHistory } from '../record/verify-history.ts';

const api = sharedTestApp({ environment: { DAILY_FILES: '60' } });
let scene: Scene;
let id = '';
beforeEach(async () => {
  scene = await createScene(api);
  id = await scene.fileIn('in_progress');
});

const photos = (count: number) => Promise.all(Array.from({ length: count }, (_, index) => photo(`${index}.png`)));
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const add = (files: File[], { key = crypto.randomUUID(), by = scene.citizen, complaintId = id, text = '' } = {}) =>
  by.call(addEvidence, { form: { id: complaintId, text }, files: { files } }, keyed(key));

async function reply(files: File[], action = 'reply', by = scene.officer, hold?: string) {
  const { version } = (await rowOf(api, id)).row;
  const form = { text: 'Here is the plan of the street.', version, hold };
  return by.call(transitionComplaint, { params: { id, action }, form, files: { files } });
}
const open = async ({ filePath }: Attachment) => (await api.app.inject({ url: filePath })).statusCode;
const newest = async (person: Person) => {
  const endpoint = person === scene.citizen ? getComplaint : getDeskComplaint;
  return (await person.call(endpoint, { params: { id } })).history.at(-1);
};

/** Rows, texts and stored bytes that a refusal must leave unchanged. */
async function stored() {
  const folder = path.join(api.services.settings.dataDir, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const { rows } = await api.pool.query('select count(*)::int as count from file');
  return { case: await rowOf(api, id), bytes: entries.filter((entry) => entry.isFile()).length, rows };
}

describe('a file is shown at its message on both sides', () => {
  test.each(['reply', 'ask', 'resolve'] as const)(
    'citizen and staff see the file of an officer at their %s',
    async (action) => {
      const shown = await reply([await photo('plan.png')], action);

      expect(shown?.attachments).toEqual([]);
      expect(shown?.history.at(-1)).toMatchObject({ action, attachments: [{ fileName: 'plan.png', kind: 'image' }] });
      const [file] = (await newest(scene.citizen))?.attachments ?? [];
      expect(file?.fileName).toBe('plan.png');
      expect(await open(file!)).toBe(200);
    },
  );

  test('citizen and staff download the PDF of an officer at their reply', async () => {
    await reply([pdfFile(letter(), 'bill.pdf')]);

    for (const person of [scene.citizen, scene.officer]) {
      const [file] = (await newest(person))?.attachments ?? [];
      expect(file).toMatchObject({ kind: 'document', fileName: 'bill.pdf' });
      const { headers } = await api.app.inject({ url: file!.filePath });
      expect(headers['content-disposition']).toMatch(/^attachment/);
    }
  });

  test('citizen and staff see the file of a citizen at their answer', async () => {
    await scene.act(scene.officer, id, 'ask');
    const form = { id, text: 'The green door' };
    await scene.citizen.call(answerComplaint, { form, files: { files: await photos(2) } });

    const step = await newest(scene.officer);
    expect(step).toMatchObject({ action: 'answer', text: 'The green door', state: 'in_progress' });
    expect(step?.attachments?.map(({ fileName }) => fileName)).toEqual(['0.png', '1.png']);
    expect(await open(step!.attachments![0]!)).toBe(200);
  });

  test('citizen and staff see the file of a citizen at their re-opening', async () => {
    await scene.act(scene.officer, id, 'resolve');
    const form = { id, reason: 'It leaks again.' };
    await scene.citizen.call(reopenComplaint, { form, files: { files: [await photo('leak.png')] } });

    expect(await newest(scene.officer)).toMatchObject({ action: 'reopen', attachments: [{ fileName: 'leak.png' }] });
  });

  test.each(['received', 'transfer_offered', 'in_progress', 'awaiting_citizen'] as const)(
    'citizen and staff see evidence added to a complaint that is %s and stays so',
    async (state) => {
      id = await scene.fileIn(state);
      const shown = await add([await photo('bill.png')], { text: 'The bill of May' });

      expect(shown.state).toBe(state);
      expect(await newest(scene.citizen)).toMatchObject({
        action: 'addEvidence',
        by: 'citizen',
        text: 'The bill of May',
      });
      expect((await newest(scene.officer))?.attachments).toMatchObject([{ fileName: 'bill.png' }]);
      const faults: string[] = [];
      await verifyHistory(api.services.db, (line) => faults.push(line));
      expect(faults).toEqual([]);
    },
  );
});

test('the files of a confidential complaint lose their names, with an account too', async () => {
  const named = 'Amina Okafor 0803.png';
  const filing = await scene.citizen.call(submitComplaint, {
    form: { ...scene.fields(), identity: 'confidential' },
    files: { files: [await photo(named), await photo(named)] },
  });
  await scene.citizen.call(addEvidence, {
    form: { id: filing.id, text: 'Look' },
    files: { files: [await photo(named)] },
  });

  const { rows } = await api.pool.query('select file_name from file where complaint_id = $1 order by 1', [filing.id]);

  expect(rows.map((row) => row.file_name)).toEqual(['image 1.png', 'image 1.png', 'image 2.png']);
});

test('an answer without files may be sent as JSON', async () => {
  await scene.act(scene.officer, id, 'ask');
  const shown = await scene.citizen.call(answerComplaint, { body: { id, text: 'The green door' } });

  expect(shown.history.at(-1)).toMatchObject({ action: 'answer', text: 'The green door' });
});

describe('a refused message stores nothing', () => {
  const cases: [string, () => Promise<unknown>, object][] = [
    ['evidence without a file', () => add([]), { status: 400, fields: { files: message.required } }],
    ['more than ten files', async () => add(await photos(11)), { status: 400, message: message.tooManyFiles }],
    [
      'a broken picture',
      () => add([new File(['\u0089PNG\r\n\u001A\n no'], 'broken.png', { type: 'image/png' })]),
      { status: 415, code: 'FILE_TYPE_REFUSED' },
    ],
    ['a recording', () => add([recording()]), { status: 415, message: message.mediaType }],
    [
      'a file of more than 10 MB',
      () => add([new File([Buffer.alloc(limit.mediaBytes + 1)], 'film.mp4', { type: 'video/mp4' })]),
      { status: 413, message: message.mediaTooLarge },
    ],
    [
      'a name that is no UTF-8',
      async () => add([new File([await photo()], 'bad\uFFFD.png', { type: 'image/png' })]),
      { status: 400, message: fileMessage.name },
    ],
    [
      'a file at a note',
      async () => reply(await photos(1), 'note'),
      { status: 400, fields: { files: message.invalid } },
    ],
    ['a file at a start', async () => reply(await photos(1), 'start'), { status: 400 }],
    [
      'evidence of another citizen',
      async () => add(await photos(1), { by: await api.citizen() }),
      { status: 404, message: message.notFound },
    ],
    [
      'a reply of another MDA',
      async () => reply(await photos(1), 'reply', scene.neighbour),
      { status: 404, message: message.notFound },
    ],
    [
      'evidence at no complaint',
      async () => add(await photos(1), { complaintId: crypto.randomUUID() }),
      { status: 404, message: message.notFound },
    ],
    [
      'a reply on an old version',
      async () => {
        const form = { text: 'Late', version: 1 };
        const params = { id, action: 'reply' };
        return scene.officer.call(transitionComplaint, { params, form, files: { files: await photos(1) } });
      },
      { status: 409, code: 'VERSION_CONFLICT' },
    ],
  ];
  test.each(cases)('sending %s is refused and stores nothing', async (_, call, refusal) => {
    const before = await stored();

    expect(await outcomeOf(call())).toMatchObject(refusal);

    expect(await stored()).toEqual(before);
  });

  test.each(['resolved', 'withdrawn', 'rejected', 'merged'] as const)(
    'evidence for a %s complaint is refused and stores nothing',
    async (state) => {
      id = await scene.fileIn(state);
      const before = await stored();

      expect(await outcomeOf(add(await photos(1)))).toMatchObject({ status: 409, code: 'STATE_FORBIDS' });

      expect(await stored()).toEqual(before);
    },
  );

  test('a file beyond the limit of the complaint is refused, from either side', async () => {
    for (let count = 0; count < limit.complaintFiles; count += 10) await add(await photos(10));
    const before = await stored();

    const refusal = { status: 400, fields: { files: message.complaintFull } };
    expect(await outcomeOf(add(await photos(1)))).toMatchObject(refusal);
    expect(await outcomeOf(reply(await photos(1)))).toMatchObject(refusal);
    const undoable = reply(await photos(1), 'reply', scene.officer, crypto.randomUUID());
    expect(await outcomeOf(undoable)).toMatchObject(refusal);

    expect(await stored()).toEqual(before);
  });

  test('a file beyond the limit of the day is refused', async () => {
    const other = await scene.file();
    for (let count = 0; count < 50; count += 10) await add(await photos(10), { complaintId: other });
    await add(await photos(5));
    const before = await stored();

    expect(await outcomeOf(add(await photos(6)))).toMatchObject({ status: 429, message: quotaMessage.files });

    expect(await stored()).toEqual(before);
  });
});

describe('a message sent twice under one key', () => {
  test('a message sent twice under one key is stored once and succeeds twice', async () => {
    const [key, files] = [crypto.randomUUID(), await photos(2)];
    const [first, second] = await Promise.all([add(files, { key }), add(files, { key })]);
    const third = await add(files, { key });

    expect(new Set([first.history.length, second.history.length, third.history.length]).size).toBe(1);
    const { rows } = await api.pool.query('select count(*)::int as count from file where complaint_id = $1', [id]);
    expect(rows).toEqual([{ count: 2 }]);
  });

  test('a repeated answer succeeds although the state has changed since', async () => {
    await scene.act(scene.officer, id, 'ask');
    const answer = () =>
      scene.citizen.call(answerComplaint, { form: { id, text: 'Green' } }, keyed('one-and-the-same'));
    await answer();

    expect((await answer()).state).toBe('in_progress');
  });

  test('another message under a used idempotency key gets 409', async () => {
    const key = crypto.randomUUID();
    await add(await photos(1), { key });

    const other = add([await photo('other.png', 'red')], { key });

    expect(await outcomeOf(other)).toMatchObject({ status: 409, message: message.keyReused });
  });
});

describe('only readers of a message read its file', () => {
  test('neither recused staff nor an MDA that declined an offer can read the files any more', async () => {
    await reply(await photos(1));
    const addressFor = async (person: Person) => (await newest(person))?.attachments?.[0];
    const mine = (await addressFor(scene.officer))!;
    await scene.act(scene.supervisor, id, 'offerTransfer');
    const { history } = await scene.neighbour.call(getDeskComplaint, { params: { id } });
    const theirs = history.flatMap(({ attachments = [] }) => attachments);
    expect(await Promise.all(theirs.map(open))).toEqual([200]);

    await scene.act(scene.neighbour, id, 'declineTransfer');
    await scene.act(scene.supervisor, id, 'recuse', { person: scene.officer.id });

    expect(await Promise.all([mine, ...theirs].map(open))).toEqual([404, 404]);
  });

  test('the citizen of a duplicate reads the text of a reply to the parent, but not its files', async () => {
    const other = await api.citizen();
    const duplicate = await scene.file({}, other);
    await scene.act(scene.officer, duplicate, 'merge', { parent: id });
    api.clock.advance(60_000);
    await reply(await photos(1));

    const shown = await other.call(getComplaint, { params: { id: duplicate } });

    expect(shown.history.at(-1)).toMatchObject({ action: 'reply', text: 'Here is the plan of the street.' });
    expect(shown.history.at(-1)?.attachments).toBeUndefined();
  });
});

describe('privacy', () => {
  test('a text sent with evidence recuses the officer whom it names', async () => {
    const officer = await api.staff('officer', scene.mdaId);
    await api.pool.query(`update account set first_name = 'Zephyrina', last_name = 'Quill' where id = $1`, [
      officer.id,
    ]);

    await add(await photos(1), { text: 'Zephyrina Quill took the money.' });

    expect((await rowOf(api, id)).row.recusedStaff).toEqual([officer.id]);
  });

  test('the export of a citizen holds each file and lists it at its message', async () => {
    await add([await photo('bill.png')]);
    await reply([await photo('plan.png')]);

    const headers = { authorization: `Bearer ${scene.citizen.token}` };
    const zip = readZip((await api.app.inject({ url: '/api/users/export', headers })).rawPayload);

    const names = Object.keys(zip).filter((name) => name.endsWith('.png'));
    expect(names.map((name) => name.split('/').at(-1))).toEqual(['1-bill.png', '2-plan.png']);
    const page = Object.entries(zip).find(([name]) => name.includes(names[0]!.split('/')[1]!) && name.endsWith('json'));
    const { history } = JSON.parse(page![1].toString()) as { history: { attachments?: string[] }[] };
    expect(history.flatMap(({ attachments = [] }) => attachments)).toEqual(['1-bill.png', '2-plan.png']);
  });

  test('an erasure removes the names of files, also those of an officer', async () => {
    await add([await photo('Ada-Obi-bill.png')]);
    await reply([await photo('letter-to-Ada-Obi.png')]);

    await eraseAccount(api.services, scene.citizen.id);

    const { rows } = await api.pool.query('select file_name from file where complaint_id = $1', [id]);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('Ada');
  });
});
