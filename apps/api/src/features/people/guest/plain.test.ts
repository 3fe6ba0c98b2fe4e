import { actions, addIssueUpdate, createKnownIssue, dayIn, getComplaint, reopenComplaint } from '@baraza/contract';
import { beforeAll, expect, test } from 'vitest';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { seedReferenceData } from '../../office/category/reference-data.ts';
import { html } from '../../../texts/html.ts';
import { inEnglish, phrase } from '../../../texts/words.ts';
import { appendToLog } from '../../log/append-to-log.ts';
import { publishCheckpoint } from '../../log/publish-checkpoint.ts';
import { complaintForm, complaintPart } from './plain-page.ts';
import type { Voice } from '../../../texts/voice.ts';

/*
 * The pages without scripts, posted as by a browser.
 */

const api = sharedTestApp({ environment: { TIME_ZONE: 'Africa/Lagos' } });
let scene: Scene;
beforeAll(async () => {
  scene = await createScene(api);
});

const say: Voice['say'] = (text, values) => inEnglish(phrase(text, values));
const english: Voice = { language: 'en', say, show: (...words) => html`${say(...words)}`, nameOf: String };

/** Files a complaint by the plain form; returns its id and receipt pair. */
async function filed() {
  return filedBy((await post('/complain', fields())).body);
}

/** Reads the id and receipt pair from a receipt page. */
async function filedBy(page: string) {
  const receipt = receiptIn(page);
  const { rows } = await api.pool.query<{ id: string }>('select id from complaint where tracking_id = $1', [
    receipt.trackingId,
  ]);
  return { id: rows[0]?.id ?? '', receipt };
}

const post = (url: string, fields: object, headers: Record<string, string> = {}) =>
  api.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields as Record<string, string>).toString(),
  });
const fields = (given: object = {}) => {
  const { mda, category, title, location, incidentDate } = scene.fields();
  const key = crypto.randomUUID();
  return {
    mda,
    category,
    title,
    location,
    incidentDate,
    key,
    identity: 'anonymous',
    description: 'One\n<b>two',
    ...given,
  };
};
const receiptIn = (page: string) => ({
  trackingId: /SDP-\d\d-\w{6}/u.exec(page)?.[0] ?? '',
  receiptCode: /\d{4} \d{4} \d{4} \d{4}/u.exec(page)?.[0] ?? '',
});

test('without scripts a complaint is filed, opened and answered by plain forms', async () => {
  const form = await api.app.inject('/complain/plain');
  expect(form.headers).toMatchObject({
    'referrer-policy': 'same-origin',
    'content-type': 'text/html; charset=utf-8',
  });
  expect(form.body).toContain(scene.mdaId);
  const filed = await post('/complain', fields());
  expect(filed.statusCode).toBe(201);
  const receipt = receiptIn(filed.body);
  const opened = await post('/track', receipt);
  expect(opened.statusCode).toBe(200);
  expect(opened.body).toContain(receipt.trackingId);
  const { rows } = await api.pool.query('select id, description from complaint where tracking_id = $1', [
    receipt.trackingId,
  ]);
  expect(rows[0].description).toBe('<p>One</p><p>&lt;b&gt;two</p>');
  await scene.act(scene.officer, rows[0].id, 'start');
  await scene.act(scene.officer, rows[0].id, 'ask', { text: 'Which <i>pump</i>?' });
  const asked = await post('/track', receipt);
  expect(asked.body).toContain('Which &lt;i&gt;pump&lt;/i&gt;?');
  const empty = await post('/track', { ...receipt, act: 'answer', text: ' ' });
  expect([empty.statusCode, empty.body.includes('All fields are required')]).toEqual([400, true]);
  const key = /name="key" value="([\w-]{36})"/u.exec(asked.body)?.[1] ?? '';
  const answer = { ...receipt, key, act: 'answer', text: 'The blue one' };
  expect((await post('/track', answer)).body).toContain('The blue one');
  await scene.act(scene.officer, rows[0].id, 'ask', { text: 'And the road?' });
  const loadedAgain = await post('/track', answer);
  expect([loadedAgain.statusCode, loadedAgain.body.split('The blue one').length]).toEqual([200, 2]);
  await scene.act(scene.officer, rows[0].id, 'withdrawQuestion');
  expect((await post('/track', { ...receipt, act: 'reopen', text: 'x' })).statusCode).toBe(409);
});

test('without scripts a complaint can be filed for an unknown office', async () => {
  await seedReferenceData(api.services);
  const [, mda = ''] =
    /<option value="([^"]+)" [^<]*>I don’t know which office/u.exec((await api.app.inject('/complain/plain')).body) ??
    [];
  const filed = await post('/complain', fields({ mda }));
  expect(filed.statusCode).toBe(201);
  expect((await post('/track', receiptIn(filed.body))).body).toContain('Office not known yet');
});

test('a complaint resolved twice can be re-opened or appealed, each by its own form', async () => {
  const id = await scene.fileIn('resolved');
  await scene.citizen.call(reopenComplaint, { form: { id, reason: 'Dry again.' } });
  await scene.act(scene.officer, id, 'start');
  await scene.act(scene.officer, id, 'resolve');
  const complaint = await scene.citizen.call(getComplaint, { params: { id } });
  const page = complaintPart(english, complaint, {}, { act: 'appeal', text: 'Still dry' }).text;
  for (const act of ['reopen', 'appeal'])
    expect(page).toMatch(new RegExp(`value="${act}"[^]*<label for="f-${act}"`, 'u'));
  expect(page.split('Still dry')).toHaveLength(2);
});

test('without scripts a resolution is rated once', async () => {
  const receipt = receiptIn((await post('/complain', fields())).body);
  const { rows } = await api.pool.query('select id from complaint where tracking_id = $1', [receipt.trackingId]);
  const survey = { ...receipt, act: 'survey', rating: '4', text: 'It <b>runs' };
  expect((await post('/track', survey)).statusCode).toBe(409);
  await scene.act(scene.officer, rows[0].id, 'start');
  await scene.act(scene.officer, rows[0].id, 'resolve');
  for (const wrong of [{ rating: '' }, { rating: '6' }, { text: ' ' }]) {
    const refused = await post('/track', { ...survey, ...wrong });
    expect([refused.statusCode, refused.body.includes('value="survey"')]).toEqual([400, true]);
  }
  const { body } = await post('/track', { ...survey, rating: '' });
  expect(body).toContain('It &lt;b&gt;runs</textarea>');

  const taken = await post('/track', survey);

  expect([taken.statusCode, taken.body.includes('value="survey"')]).toEqual([200, false]);
  expect((await post('/track', survey)).statusCode).toBe(409);
  const { rows: stored } = await api.pool.query('select rating, description from survey where complaint_id = $1', [
    rows[0].id,
  ]);
  expect(stored).toEqual([{ rating: 4, description: 'It <b>runs' }]);
});

test('the form without scripts keeps name and number of a confidential complaint only', async () => {
  const contact = { contactName: 'Ada "Bee" Obi', contactPhone: '0800 100 200' };
  const refused = await post('/complain', fields(contact));
  expect([refused.statusCode, refused.body.includes('value="Ada &quot;Bee&quot; Obi"')]).toEqual([400, true]);

  const filed = await post('/complain', fields({ ...contact, contactName: 'Ada Obi', identity: 'confidential' }));

  expect(filed.statusCode).toBe(201);
  const { rows } = await api.pool.query(
    `select a.first_name, a.last_name, a.phone from account a join complaint c on c.citizen_id = a.id where tracking_id = $1`,
    [receiptIn(filed.body).trackingId],
  );
  expect(rows).toEqual([{ first_name: 'Ada', last_name: 'Obi', phone: '0800 100 200' }]);
});

test('the page without scripts names the actor of each step', async () => {
  const id = await scene.fileIn('in_progress');
  await scene.act(scene.officer, id, 'offerTransfer');
  const filed = await scene.citizen.call(getComplaint, { params: { id } });
  const [, started, offered] = filed.history;
  const history = actions.map((action) => ({ ...offered!, action }));
  const page = complaintPart(
    english,
    { ...filed, mda: { id, name: 'Works' }, history: [started!, ...history] },
    {},
    {},
  ).text;
  expect(page).toContain(`${filed.mda.name} started to work on it`);
  expect(actions.filter((action) => /[A-Z]/u.test(action) && page.includes(action))).toEqual([]);
});

test('the form without scripts names all faults and keeps the input', async () => {
  const refused = await post('/complain', fields({ title: 'x"y', identity: '' }));
  expect(refused.statusCode).toBe(400);
  expect(refused.body).toContain('Subject/Title: Input too short');
  expect(refused.body).toContain('value="x&quot;y"');
  const wrong = await post('/track', { trackingId: 'SDP-26-AAAAAA', receiptCode: '1'.repeat(16) });
  expect([wrong.statusCode, wrong.body.includes('do not belong together')]).toEqual([401, true]);
});

test('the form without scripts, sent twice, files one complaint with one code', async () => {
  const form = fields();
  const [first, second] = [await post('/complain', form), await post('/complain', form)];
  expect(receiptIn(second.body)).toEqual(receiptIn(first.body));
});

test('the form without scripts, changed and sent again, is refused until sent as a new complaint', async () => {
  const form = fields();
  await post('/complain', form);

  const refused = await post('/complain', { ...form, title: 'No light either' });

  const [, key = ''] = /name="key" value="([\w-]{36})"/u.exec(refused.body) ?? [];
  expect([refused.statusCode, refused.body.includes('This had already arrived')]).toEqual([409, true]);
  expect([key.length, key === form.key]).toEqual([36, false]);
  expect((await post('/complain', { ...form, title: 'No light either', key })).statusCode).toBe(201);
});

test('words from a page without scripts are stored with the language of that page', async () => {
  const inHausa = { 'accept-language': 'ha' };
  const { id, receipt } = await filedBy((await post('/complain', fields(), inHausa)).body);
  await scene.act(scene.officer, id, 'start');
  await scene.act(scene.officer, id, 'ask', { text: 'Which pump?' });

  await post('/track', { ...receipt, act: 'answer', text: 'Wannan' }, inHausa);

  const { rows } = await api.pool.query(
    `select action, language from complaint_event where complaint_id = $1 and actor_kind = 'citizen' order by seq`,
    [id],
  );
  expect(rows).toEqual([
    { action: 'submit', language: 'ha' },
    { action: 'answer', language: 'ha' },
  ]);
});

test('forms without scripts refuse other sites, other types of bodies and odd bytes', async () => {
  expect((await post('/complain', fields(), { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  expect((await post('/track', {}, { origin: 'https://elsewhere.example' })).statusCode).toBe(403);
  expect((await post('/complain', { title: 'a\0b' })).statusCode).toBe(400);
  expect((await post('/complain', {})).statusCode).toBe(400);
  for (const payload of [{ title: 5 }, { description: 5 }, { title: [{ text: '<b>' }] }, [], 'x']) {
    const json = await api.app.inject({ method: 'POST', url: '/complain', payload });
    expect(json.statusCode).toBeLessThan(500);
    expect(json.body).not.toContain('<b>');
  }
  const number = await api.app.inject({ method: 'POST', url: '/track', payload: { trackingId: 5 } });
  expect(number.statusCode).toBe(400);
  expect((await api.app.inject({ method: 'POST', url: '/track' })).statusCode).toBe(400);
});

test('the page without scripts shows the updates of a complaint’s known issue', async () => {
  const { id, receipt } = await filed();
  const issue = {
    title: 'The pump is broken',
    text: 'A part is <i>ordered</i>.',
    owner: scene.officer.id,
    promisedDate: '2026-12-01',
  };
  const published = await scene.supervisor.call(createKnownIssue, { body: { ...issue, complaints: [id] } });
  const params = { id: published.id };
  await scene.supervisor.call(addIssueUpdate, { params, body: { text: 'It came today.' } });

  const page = (await post('/track', receipt)).body;
  const shown = [issue.title, 'A part is &lt;i&gt;ordered&lt;/i&gt;.', 'To be solved by 2026-12-01', 'It came today.'];
  for (const text of shown) expect(page).toContain(text);
  await scene.supervisor.call(addIssueUpdate, { params, body: { text: 'It works.', solved: true } });
  const solved = (await post('/track', receipt)).body;
  expect(solved).toContain('This issue is solved.');
  expect(solved).not.toContain('To be solved by');
});

test('the form without scripts takes today’s date from the portal’s time zone, not from UTC', async () => {
  const now = api.clock.now().getTime();
  const lateEvening = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T23:30:00Z`) - now;
  api.clock.advance(lateEvening);
  const incidentDate = dayIn(api.services.settings.timeZone, api.clock.now());
  expect(incidentDate).not.toBe(dayIn('UTC', api.clock.now()));
  expect((await post('/complain', fields({ incidentDate }))).statusCode).toBe(201);
});

test('without scripts a resolution can be confirmed, and an open complaint withdrawn', async () => {
  const solved = await filed();
  await scene.act(scene.officer, solved.id, 'start');
  expect((await post('/track', { ...solved.receipt, act: 'confirm' })).statusCode).toBe(409);
  await scene.act(scene.officer, solved.id, 'resolve');
  expect((await post('/track', solved.receipt)).body).toContain('value="confirm"');

  const confirmed = await post('/track', { ...solved.receipt, act: 'confirm' });

  expect(confirmed.body).toContain('You said that it is solved');
  expect(confirmed.body).not.toContain('value="confirm"');

  const open = await filed();
  const tooLong = await post('/track', { ...open.receipt, act: 'withdraw', text: 'x'.repeat(10_000) });
  expect([tooLong.statusCode, tooLong.body.includes('This text is too long.')]).toEqual([400, true]);
  const withdrawn = await post('/track', { ...open.receipt, act: 'withdraw', text: '' });
  expect(withdrawn.body).toContain('You withdrew it');
  expect((await post('/track', { ...open.receipt, act: 'withdraw', text: '' })).statusCode).toBe(409);
});

test('without scripts the receipt file is available once the log is published', async () => {
  const { receipt } = await filed();
  const early = await post('/track', { ...receipt, act: 'receipt' });
  expect([early.statusCode, early.body.includes('This takes some seconds more.')]).toEqual([200, true]);
  await appendToLog(api.services);
  await publishCheckpoint(api.services);

  const file = await post('/track', { ...receipt, act: 'receipt' });

  expect(file.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': 'attachment; filename="receipt.tlog-proof"',
  });
  expect(file.body).toMatch(/^c2sp\.org\/tlog-proof@v1/u);
});

test('pages without scripts are in the chosen language or the browser’s, and mark English parts', async () => {
  const show = async (headers: Record<string, string>, cookies = {}) =>
    (await api.app.inject({ url: '/complain/plain', headers, cookies })).body;

  const french = await show({ 'accept-language': 'de-DE,fr-FR;q=0.8,en;q=0.5' });
  expect(french).toContain('<html lang="fr" dir="ltr">');
  expect(french).toContain('Envoyer la réclamation');
  expect(french).toContain('<span lang="en" dir="ltr">Anonymous: nobody knows who you are.');
  expect(await show({ 'accept-language': 'fr' }, { language: 'ar' })).toContain('<html lang="ar" dir="rtl">');
  expect(await show({ 'accept-language': 'xx,*;q=0.1' }, { language: 'xx' })).toContain('<html lang="en" dir="ltr">');
  const refused = await post('/complain', fields({ title: 'x' }), { 'accept-language': 'fr' });
  expect(refused.statusCode).toBe(400);
  expect(refused.body).not.toContain('Input too short');
});

test('the form without scripts names who reads the words, including a translation service', async () => {
  const of = (translation: 'none' | 'not-anonymous' | 'all') =>
    complaintForm(english, { mdas: [], categories: [], translation }, {}).text;
  expect(of('none')).toContain('by the officers of the MDA you chose, or of one that it passes the complaint on to');
  expect(of('none')).not.toContain('translation service');
  expect(of('all')).toContain('A translation service may receive them too');
  expect(of('not-anonymous')).toContain('If the complaint is confidential, a translation service may receive them too');
});
