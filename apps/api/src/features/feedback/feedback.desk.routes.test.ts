import {
  type DeskFeedbackSummary,
  getDeskFeedback,
  getFeedback,
  limit,
  listDeskFeedback,
  message,
  programMessage,
  replyToFeedback,
  submitFeedback,
} from '@baraza/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, sharedTestApp } from '../../../test/support/server/app.ts';
import { auditedBy } from '../../../test/support/audited.ts';
import { failure } from '../../../test/support/failure.ts';
import { photo } from '../../../test/support/media.ts';

const test = sharedTestApp();
let citizen: Person;
let admin: Person;
let oversight: Person;
let praise: string;
beforeAll(async () => {
  citizen = await test.citizen({ firstName: 'Ngozi', lastName: 'Adeyemi' });
  admin = await test.staff('administrator');
  oversight = await test.staff('oversight');
  praise = await test.category('feedback', 'Praise');
});

async function send(title = 'A kind clerk', more: { category?: string; description?: string; images?: File[] } = {}) {
  const { category = praise, description = '<p>She waited for me.</p>', images = [] } = more;
  test.clock.advance(1_000);
  return citizen.call(submitFeedback, { form: { category, title, description }, files: { images } });
}
const answer = (by: Person, id: string, text = 'Thank you for telling us.') =>
  by.call(replyToFeedback, { params: { id }, body: { text } });

describe('the list', () => {
  let waiting: string;
  let answered: string;
  let topic: string;
  beforeAll(async () => {
    topic = await test.category('feedback', 'Buildings');
    answered = (await send('The ramp is steep', { category: topic })).id;
    for (const number of [1, 2, 3]) await send(`Number ${number}`, { category: topic });
    waiting = (await send('The lift is slow', { category: topic, description: '<p>Ọ̀sán waiting</p>' })).id;
    await answer(oversight, answered);
  });

  it('the desk lists feedback newest first, and its pages miss and repeat nothing', async () => {
    const whole = await admin.call(listDeskFeedback, { query: { category: topic } });
    expect(whole.items.map((it) => it.title)).toEqual([
      'The lift is slow',
      'Number 3',
      'Number 2',
      'Number 1',
      'The ramp is steep',
    ]);
    expect(whole.items[0]).toEqual({
      id: waiting,
      trackingId: expect.any(String),
      title: 'The lift is slow',
      category: { id: topic, name: 'Buildings' },
      createdAt: expect.any(String),
      status: 'Pending',
    });
    const paged: DeskFeedbackSummary[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = { category: topic, limit: 2, cursor };
      const page: { items: DeskFeedbackSummary[]; nextCursor: string | null } = await admin.call(listDeskFeedback, {
        query,
      });
      paged.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(whole.items);
  });

  it.each([
    ['the status', () => ({ status: 'Replied' as const, category: topic }), ['The ramp is steep']],
    ['words of the title', () => ({ q: 'lift slo' }), ['The lift is slow']],
    ['words of the text, marks included', () => ({ q: 'ọ̀sán' }), ['The lift is slow']],
    ['nothing for signs alone', () => ({ q: '%%%' }), []],
  ])('the desk’s list finds feedback by %s', async (_, query, titles) => {
    const { items } = await oversight.call(listDeskFeedback, { query: query() });
    expect(items.map((it) => it.title)).toEqual(titles);
  });

  it('the desk’s list of feedback finds the tail of the tracking ID', async () => {
    const { trackingId } = await oversight.call(getDeskFeedback, { params: { id: waiting } });
    const { items } = await oversight.call(listDeskFeedback, { query: { q: trackingId.slice(-6).toLowerCase() } });
    expect(items.map((it) => it.id)).toEqual([waiting]);
  });

  it('the desk’s list of feedback refuses a cursor of another list and an unknown status', async () => {
    expect(await failure(admin.call(listDeskFeedback, { query: { cursor: 'nonsense' } }))).toMatchObject({
      status: 400,
      fields: { cursor: programMessage.cursor },
    });
    expect(await failure(admin.call(listDeskFeedback, { query: { status: 'Gone' as never } }))).toMatchObject({
      status: 400,
      fields: { status: message.invalid },
    });
  });
});

it('feedback shows its pictures and the name of its citizen, and viewing it is audited once', async () => {
  const { id, trackingId } = await send('With a picture', { images: [await photo()] });
  await admin.call(getDeskFeedback, { params: { id } });
  const shown = await admin.call(getDeskFeedback, { params: { id } });
  expect(shown).toMatchObject({ citizen: { name: 'Ngozi A.' }, status: 'Pending', reply: null, repliedBy: null });
  expect(JSON.stringify(shown)).not.toContain(citizen.email);
  expect((await test.app.inject({ url: shown.attachments[0]?.filePath ?? '' })).statusCode).toBe(200);
  const looks = (await auditedBy(test, admin)).filter((it) => it.objectId === id);
  expect(looks).toEqual([expect.objectContaining({ action: 'feedback.viewed', objectLabel: trackingId })]);
});

describe('a reply', () => {
  it('a reply to feedback reaches the citizen on the screen and by mail', async () => {
    const { id, trackingId } = await send('Please answer');
    const shown = await answer(oversight, id, ' We are glad. ');
    expect(shown).toMatchObject({ status: 'Replied', reply: 'We are glad.', replier: 'Oversight' });
    expect(shown.repliedBy).toMatch(/^Ada Obi/u);
    expect(await citizen.call(getFeedback, { params: { id } })).toMatchObject({
      status: 'Replied',
      reply: 'We are glad.',
      replier: 'Oversight',
      repliedAt: test.clock.now().toISOString(),
    });
    const mails = (await test.outbox()).filter((it) => it.to === citizen.email && it.subject.includes(trackingId));
    expect(mails).toHaveLength(1);
    for (const part of ['Hello Ngozi', 'We are glad.', `/app/feedback/feedback-details/${id}`])
      expect(mails[0]?.text).toContain(part);
    expect(await auditedBy(test, oversight)).toContainEqual(
      expect.objectContaining({ action: 'feedback.replied', objectId: id }),
    );
  });

  it('a second reply to feedback is refused, and the first stays', async () => {
    const { id, trackingId } = await send('Only once');
    await answer(admin, id, 'The first.');
    expect(await failure(answer(oversight, id, 'The second.'))).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(await oversight.call(getDeskFeedback, { params: { id } })).toMatchObject({ reply: 'The first.' });
    expect((await test.outbox()).filter((it) => it.subject.includes(trackingId))).toHaveLength(1);
  });

  it('only one of two simultaneous replies to feedback is stored', async () => {
    const { id, trackingId } = await send('A race');
    const both = await Promise.allSettled([answer(admin, id, 'One.'), answer(oversight, id, 'Other.')]);
    expect(both.map((it) => it.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await test.outbox()).filter((it) => it.subject.includes(trackingId))).toHaveLength(1);
  });

  it.each([
    ['without words', ' ', message.required],
    ['that is too long', 'x'.repeat(limit.textMax + 1), message.tooLong],
  ])('a reply to feedback that is %s is refused', async (_, text, wrong) => {
    const { id } = await send();
    expect(await failure(answer(admin, id, text))).toMatchObject({ status: 400, fields: { text: wrong } });
    expect(await admin.call(getDeskFeedback, { params: { id } })).toMatchObject({ status: 'Pending' });
  });

  it('a reply to unknown feedback gets 404', async () => {
    const id = crypto.randomUUID();
    expect(await failure(answer(admin, id))).toMatchObject({ status: 404 });
    expect(await failure(admin.call(getDeskFeedback, { params: { id } }))).toMatchObject({ status: 404 });
  });
});

it('officers, supervisors and citizens cannot read feedback at the desk', async () => {
  const { id } = await send();
  const mda = (await test.mda()).id;
  for (const person of [await test.officer(mda), await test.staff('supervisor', mda), citizen]) {
    expect(await failure(person.call(listDeskFeedback))).toMatchObject({ status: 403 });
    expect(await failure(person.call(getDeskFeedback, { params: { id } }))).toMatchObject({ status: 403 });
    expect(await failure(answer(person, id))).toMatchObject({ status: 403 });
  }
});
