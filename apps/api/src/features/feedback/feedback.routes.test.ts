import { readFile } from 'node:fs/promises';
import {
  type Feedback,
  getFeedback,
  limit,
  listFeedback,
  message,
  programMessage,
  submitComplaint,
  submitFeedback,
} from '@baraza/contract';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { category, file } from '../../db/schema/tables.ts';
import { sharedTestApp } from '../../../test/support/server/app.ts';
import { photo } from '../../../test/support/media.ts';
import { outcomeOf } from '../../../test/support/outcome.ts';
import type { Person } from '../../../test/support/people.ts';
import { setFeedbackReply } from './feedback.store.ts';

const api = sharedTestApp();
let praise: string;
let advice: string;

beforeAll(async () => {
  praise = await api.category('feedback', 'Praise');
  advice = await api.category('feedback', 'Advice');
});

const form = (over: Partial<Record<'category' | 'title' | 'description', string>> = {}) => ({
  category: praise,
  title: 'A kind clerk',
  description: '<p>She waited for me.</p>',
  ...over,
});

async function countRows(): Promise<unknown> {
  const { rows } = await api.services.db.execute(sql`select count(*)::int as count from feedback`);
  return rows[0]?.['count'];
}

describe('sending', () => {
  test('feedback is stored with text, category and images under a tracking ID', async () => {
    const citizen = await api.citizen();
    const description =
      '<p onclick="x()">She <b>waited</b>.</p><script>alert(1)</script><a href="javascript:x">here</a>';
    const sent = await citizen.call(submitFeedback, {
      form: form({ title: '  A kind clerk ', description }),
      files: { images: [await photo(), await photo()] },
    });
    expect(sent).toMatchObject({
      title: 'A kind clerk',
      category: { id: praise, name: 'Praise' },
      status: 'Pending',
      createdAt: api.clock.now().toISOString(),
      reply: null,
      replier: null,
      repliedAt: null,
    });
    expect(sent.trackingId).toMatch(/^SDP-\d\d-[2-9A-HJKMNP-Z]{6}$/u);
    expect(sent.description).toMatch(
      /^<p>She <strong>waited<\/strong>\.<\/p><a rel="[a-z ]+" target="_blank">here<\/a>$/u,
    );
    expect(sent.attachments.map((it) => [it.kind, it.fileName])).toHaveLength(2);
    const address = sent.attachments[0]?.filePath ?? '';
    expect((await api.app.inject({ url: address })).statusCode).toBe(200);
    expect(await citizen.call(getFeedback, { params: { id: sent.id } })).toEqual(sent);
  });

  test('feedback accepts its files under the other name of their part, too', async () => {
    const citizen = await api.citizen();
    const body = new FormData();
    for (const [name, value] of Object.entries(form())) body.append(name, value);
    body.append('files', await photo());
    const request = new Request('http://x', { method: 'POST', body });
    const reply = await api.app.inject({
      method: 'POST',
      url: '/api/feedback',
      headers: {
        authorization: `Bearer ${citizen.token}`,
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    expect(reply.statusCode).toBe(201);
    expect(reply.json<Feedback>().attachments).toHaveLength(1);
  });

  test.each([
    ['no title', { title: '' }, { title: message.required }],
    ['a title that is too short', { title: 'abcd' }, { title: message.tooShort }],
    ['a description without words', { description: '<p>&nbsp;</p>' }, { description: message.required }],
    ['a description that is only a script', { description: '<script>x()</script>' }, { description: message.required }],
    [
      'a description that is too long',
      { description: 'x'.repeat(limit.descriptionMax + 1) },
      { description: message.tooLong },
    ],
    [
      'a description that is too long once its links are written out',
      { description: '<a href="http://a.bc">x</a>'.repeat(700) },
      { description: message.tooLong },
    ],
    ['a category that is none', { category: 'x' }, { category: message.invalid }],
    ['an unknown category', { category: '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b' }, { category: message.invalid }],
  ])('feedback with %s is refused at that field, and nothing is stored', async (_name, over, fields) => {
    const citizen = await api.citizen();
    const before = await countRows();
    const sent = citizen.call(submitFeedback, { form: form(over), files: { images: [await photo()] } });
    await expect(sent).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED', fields });
    expect(await countRows()).toBe(before);
  });

  test('a category of complaints is refused for feedback', async () => {
    const citizen = await api.citizen();
    const category = await api.category('complaint', 'Water');
    const sent = citizen.call(submitFeedback, { form: form({ category }) });
    await expect(sent).rejects.toMatchObject({ fields: { category: message.invalid } });
  });

  test('feedback refuses a file other than an image by name', async () => {
    const citizen = await api.citizen();
    const before = await countRows();
    const text = new File(['hello'], 'photo.png', { type: 'image/png' });
    const sent = citizen.call(submitFeedback, { form: form(), files: { images: [await photo(), text] } });
    await expect(sent).rejects.toMatchObject({ status: 415, fields: { 'images[1]': expect.any(String) } });
    expect(await countRows()).toBe(before);
  });

  test('feedback refuses a video, though complaints accept it', async () => {
    const citizen = await api.citizen();
    const bytes = await readFile(new URL('../../../../../packages/media-metadata/fixtures/clip.mp4', import.meta.url));
    const clip = new File([new Uint8Array(bytes)], 'clip.mp4', { type: 'video/mp4' });
    const sent = citizen.call(submitFeedback, { form: form(), files: { images: [await photo(), clip] } });
    await expect(sent).rejects.toMatchObject({
      status: 415,
      code: 'FILE_TYPE_REFUSED',
      fields: { 'images[1]': message.photoType },
    });
  });

  test('staff cannot send feedback', async () => {
    const admin = await api.staff('administrator');
    await expect(admin.call(submitFeedback, { form: form() })).rejects.toMatchObject({ status: 403 });
  });
});

describe('an Idempotency-Key', () => {
  const send = async (by: Person, key: string, over: Parameters<typeof form>[0] = {}, images: File[] = []) =>
    by.call(submitFeedback, { form: form(over), files: { images } }, { headers: { 'idempotency-key': key } });
  const kept = async () => ({ feedback: await countRows(), files: await api.services.db.$count(file) });

  test('an idempotency key returns the same feedback again, also after its category was deactivated', async () => {
    const [citizen, key, images] = [await api.citizen(), crypto.randomUUID(), [await photo()]];
    const gone = await api.category('feedback', 'Gone soon');
    const first = await send(citizen, key, { category: gone }, images);
    const before = await kept();
    await api.services.db.update(category).set({ active: false }).where(eq(category.id, gone));
    expect(await send(citizen, key, { category: gone }, images)).toMatchObject({ id: first.id, title: first.title });
    expect(await kept()).toEqual(before);
  });

  test('ten simultaneous requests with one key store one feedback', async () => {
    const [citizen, key, image] = [await api.citizen(), crypto.randomUUID(), await photo()];
    const before = await kept();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(citizen, key, {}, [image])));
    expect(new Set(answers.map((it) => it.id)).size).toBe(1);
    expect(await kept()).toEqual({ feedback: Number(before.feedback) + 1, files: before.files + 1 });
  });

  test('the idempotency key of feedback is refused for other words or pictures, or a complaint', async () => {
    const [citizen, key] = [await api.citizen(), crypto.randomUUID()];
    await send(citizen, key);
    const before = await kept();
    const refusal = { status: 409, code: 'CONFLICT', message: message.keyReused };
    expect(await outcomeOf(send(citizen, key, { title: 'Another matter' }))).toMatchObject(refusal);
    expect(await outcomeOf(send(citizen, key, {}, [await photo()]))).toMatchObject(refusal);
    const { id: mda } = await api.mda();
    const incidentDate = api.clock.now().toISOString().slice(0, 10);
    const complaint = { ...form({ category: await api.category() }), mda, location: 'Hill Road', incidentDate };
    const filed = citizen.call(submitComplaint, { form: complaint }, { headers: { 'idempotency-key': key } });
    expect(await outcomeOf(filed)).toMatchObject(refusal);
    expect(await kept()).toEqual(before);
  });

  test('an idempotency key that another citizen used for feedback has no effect', async () => {
    const key = crypto.randomUUID();
    const [mine, theirs] = [await send(await api.citizen(), key), await send(await api.citizen(), key)];
    expect(theirs.id).not.toBe(mine.id);
  });
});

describe('reading', () => {
  test('feedback of another citizen gets 404 and is not listed', async () => {
    const [one, other] = [await api.citizen(), await api.citizen()];
    const sent = await one.call(submitFeedback, { form: form() });
    await expect(other.call(getFeedback, { params: { id: sent.id } })).rejects.toMatchObject({ status: 404 });
    expect(await other.call(listFeedback)).toEqual({ items: [], nextCursor: null });
  });

  test('a reply to feedback is shown with its date and office', async () => {
    const [citizen, admin] = [await api.citizen(), await api.staff('administrator')];
    const sent = await citizen.call(submitFeedback, { form: form() });
    const at = new Date('2026-06-01T10:00:00.000Z');
    await setFeedbackReply(api.services.db, sent.id, { text: 'Thank you!', replierId: admin.id, at });
    expect(await citizen.call(getFeedback, { params: { id: sent.id } })).toMatchObject({
      status: 'Replied',
      reply: 'Thank you!',
      replier: 'Administrator',
      repliedAt: at.toISOString(),
    });
  });
});

describe('the list', () => {
  let citizen: Person;
  const titles = (page: { items: Feedback[] }) => page.items.map((it) => it.title);

  beforeAll(async () => {
    citizen = await api.citizen();
    const send = async (title: string, over: Partial<ReturnType<typeof form>> = {}) => {
      await citizen.call(submitFeedback, { form: form({ title, ...over }) });
    };
    await send('First of all');
    // Several at the same instant: the id has to decide between pages.
    api.clock.advance(1_000);
    for (const twin of ['A', 'B', 'C', 'D', 'E', 'F']) await send(`Twin ${twin}`);
    api.clock.advance(1_000);
    await send('100% of _this_', { category: advice, description: '<p>Open <em>earlier</em> &amp; longer</p>' });
  });

  test('a citizen’s list of feedback is newest or oldest first, and its pages miss and repeat nothing', async () => {
    for (const sort of ['latest', 'oldest'] as const) {
      const whole = titles(await citizen.call(listFeedback, { query: { sort } }));
      expect(whole).toHaveLength(8);
      expect(whole.at(sort === 'latest' ? 0 : -1)).toBe('100% of _this_');
      const paged: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: { items: Feedback[]; nextCursor: string | null } = await citizen.call(listFeedback, {
          query: { sort, limit: 1, cursor },
        });
        paged.push(...titles(page));
        cursor = page.nextCursor;
      }
      expect(paged).toEqual(whole);
    }
  });

  test.each([
    ['the title, whatever the case', 'TWIN a', ['Twin A']],
    ['the text, not its tags', 'earlier & LONGER', ['100% of _this_']],
    ['no tag', 'strong', []],
    ['the category', 'advice', ['100% of _this_']],
    ['a percent sign as itself', '0%', ['100% of _this_']],
    ['an underscore as itself', '_this_', ['100% of _this_']],
    ['no wildcard', 'T_in', []],
    ['a backslash as itself', '\\', []],
  ])('a citizen’s list finds feedback by %s', async (_name, q, found) => {
    expect(titles(await citizen.call(listFeedback, { query: { q } }))).toEqual(found);
  });

  test('a citizen’s list of feedback can be filtered by category', async () => {
    expect(titles(await citizen.call(listFeedback, { query: { category: advice } }))).toEqual(['100% of _this_']);
    expect(titles(await citizen.call(listFeedback, { query: { category: praise, q: 'first' } }))).toEqual([
      'First of all',
    ]);
  });

  test('a citizen’s list of feedback refuses a cursor of another list', async () => {
    const { nextCursor } = await citizen.call(listFeedback, { query: { limit: 1, sort: 'latest' } });
    const cursors = ['nonsense', nextCursor ?? ''];
    for (const cursor of cursors) {
      const asked = citizen.call(listFeedback, { query: { sort: 'oldest', cursor } });
      await expect(asked).rejects.toMatchObject({ status: 400, fields: { cursor: programMessage.cursor } });
    }
  });
});
