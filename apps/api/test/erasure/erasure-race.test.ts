import {
  transitionComplaint,
  answerComplaint,
  confirmPassword,
  updatePassword,
  createClient,
  forgotPassword,
  getComplaint,
  login,
  register,
  reopenComplaint,
  resetPassword,
  replyToFeedback,
  submitComplaint,
  submitFeedback,
  takeSurvey,
  updateProfile,
} from '@baraza/contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { logFaults } from '../support/log-faults.ts';
import { eraseAccount } from '../../src/features/people/privacy/erase-account.ts';
import type { FileStore } from '../../src/files/file-store.ts';
import { type Person, sharedTestApp } from '../support/server/app.ts';
import { createScene, type Scene } from '../support/complaints.ts';
import { failure } from '../support/failure.ts';
import { injectTransport } from '../support/server/inject-transport.ts';
import { photo } from '../support/media.ts';

/** Requests in progress while their account is erased leave nothing of the person. */

const api = sharedTestApp();
let scene: Scene;
let topic: string;
beforeAll(async () => {
  scene = await createScene(api);
  topic = await api.category('feedback');
});

/** A name unique to this test. */
let canary = '';
beforeEach(() => {
  canary = `Quill${crypto.randomUUID().replaceAll('-', '')}`;
});
/** Returns the full name of that person. */
const fullName = () => `Z${canary} ${canary}`;
const quill = () =>
  api.citizen({ firstName: `Z${canary}`, lastName: canary, email: `${canary.toLowerCase()}@home.example` });

/** Returns every row that a person's requests write, and every queued or kept mail. */
async function rowsAndMails(): Promise<string> {
  const tables = ['account', 'complaint', 'complaint_event', 'survey', 'feedback', 'file', 'notification', 'session'];
  const more = ['one_time_code', 'idempotency_key'];
  const rows = await Promise.all(
    [...tables, ...more].map((it) =>
      api.pool.query<{ line: string }>(`select row_to_json(t)::text as line from ${it} t`),
    ),
  );
  const mails = (await api.outbox()).map(({ to, subject, text }) => `${to} ${subject} ${text}`);
  return [...rows.flatMap((it) => it.rows.map(({ line }) => line)), ...mails].join('\n');
}

/** Returns the rows and mails that name the person. */
async function left(typed = false): Promise<string[]> {
  const address = `${canary}@home.example`;
  const lines = (await rowsAndMails())
    .split('\n')
    .map((line) => (typed ? line.toLowerCase().replaceAll(address.toLowerCase(), '') : line));
  return lines.filter((line) => line.toLowerCase().includes(canary.toLowerCase())).map((line) => line.slice(0, 200));
}

/** Returns the person's audit entries that still hold personal details. */
async function personalEntriesOf({ id }: Person): Promise<unknown[]> {
  const personal = '(network is not null or detail is not null or salt is not null)';
  const { rows } = await api.pool.query(
    `select action, detail from audit where (actor_id::text = $1 or object_id = $1) and ${personal}`,
    [id],
  );
  return rows;
}

/** Files a complaint of the person and takes these steps. */
async function fileIn(person: Person, ...steps: ('start' | 'ask' | 'resolve')[]): Promise<string> {
  const id = await scene.file({}, person);
  for (const step of steps) await scene.act(scene.officer, id, step);
  return id;
}

async function feedbackOf(person: Person, key?: string): Promise<{ id: string }> {
  const form = { category: topic, title: `By ${fullName()}`, description: `<p>I am ${fullName()}.</p>` };
  return person.call(submitFeedback, { form }, key === undefined ? {} : { headers: { 'idempotency-key': key } });
}

interface Race {
  readonly what: string;
  /** Runs before the request; returns the id it is about. */
  readonly prepare?: (person: Person) => Promise<string>;
  readonly send: (person: Person, id: string) => Promise<unknown>;
  /** Status of the refusal; undefined if the request must succeed. */
  readonly status?: number;
  /** The address is typed again and remains, as an unknown address would. */
  readonly typed?: true;
}

const races: Race[] = [
  {
    what: 'a change of the profile',
    send: ({ call, email: own }) =>
      call(updateProfile, { form: { first_name: 'Back', last_name: canary, email: own, phone: '0800 123' } }),
    status: 401,
  },
  {
    what: 'a new password',
    send: ({ call, password }) =>
      call(updatePassword, {
        body: {
          currentPassword: password,
          password: 'nine herons at dawn 5',
          confirmPassword: 'nine herons at dawn 5',
        },
      }),
    status: 400,
  },
  { what: 'a complaint', send: ({ call }) => call(submitComplaint, { form: said() }), status: 401 },
  {
    what: 'a complaint with a file',
    send: async ({ call }) => call(submitComplaint, { form: said(), files: { files: [await photo(`${canary}.png`)] } }),
    status: 401,
  },
  {
    what: 'an answer',
    prepare: (person) => fileIn(person, 'start', 'ask'),
    send: ({ call }, id) => call(answerComplaint, { body: { id, text: `Ask for ${fullName()}.` } }),
    status: 401,
  },
  {
    what: 'a re-opening',
    prepare: (person) => fileIn(person, 'start', 'resolve'),
    send: ({ call }, id) => call(reopenComplaint, { body: { id, reason: `${fullName()} is still dry.` } }),
    status: 401,
  },
  {
    what: 'a survey',
    prepare: (person) => fileIn(person, 'start', 'resolve'),
    send: ({ call }, id) =>
      call(takeSurvey, { body: { complaint: id, rating: 4, description: `Thanks, ${fullName()}` } }),
    status: 401,
  },
  { what: 'feedback', send: (person) => feedbackOf(person), status: 401 },
  { what: 'feedback with a key', send: (person) => feedbackOf(person, crypto.randomUUID()), status: 401 },
  {
    what: 'feedback with a picture',
    send: async ({ call }) =>
      call(submitFeedback, {
        form: words(),
        files: { images: [await photo(`${canary}.png`)] },
      }),
    status: 401,
  },
  {
    what: 'a sign-in',
    send: ({ email: own, password }) => api.call(login, { body: { email: own, password, type: 'user' } }),
    status: 401,
  },
  {
    what: 'a sign-in with a wrong password',
    send: ({ email: own }) => api.call(login, { body: { email: own, password: 'wrong', type: 'user' } }),
    status: 401,
  },
  {
    what: 'the password, typed again',
    send: ({ call, password }) => call(confirmPassword, { body: { currentPassword: password } }),
  },
  {
    what: 'a wrong password, typed again',
    send: ({ call }) => call(confirmPassword, { body: { currentPassword: 'wrong' } }),
    status: 400,
  },
  {
    what: 'a wrong code',
    prepare: async ({ email: own }) => {
      await api.call(forgotPassword, { body: { email: own } });
      return '';
    },
    send: ({ email: own }) =>
      api.call(resetPassword, {
        body: {
          email: own,
          otp: '000000',
          password: 'nine herons at dawn 5',
          confirmPassword: 'nine herons at dawn 5',
        },
      }),
    status: 400,
  },
  {
    what: 'a look at what is not theirs',
    prepare: async () => scene.file(),
    send: ({ call }, id) => call(getComplaint, { params: { id } }),
    status: 404,
  },
  {
    what: 'a download of their data',
    send: async ({ token }) =>
      api.app.inject({ url: '/api/users/export', headers: { authorization: `Bearer ${token}` } }),
  },
  {
    what: 'a forgotten password',
    send: ({ email: own }) => api.call(forgotPassword, { body: { email: own } }),
    typed: true,
  },
  {
    what: 'a registration at the same address',
    send: ({ email: own, password }) => {
      const form = { first_name: 'New', last_name: 'Person', email: own, password, confirmPassword: password };
      return api.call(register, { form });
    },
    typed: true,
  },
  {
    what: 'a step of an officer',
    prepare: (person) => fileIn(person),
    send: (_, id) => scene.officer.call(transitionComplaint, { params: { id, action: 'start' }, body: { version: 1 } }),
  },
  {
    what: 'the news for those who follow a case',
    prepare: async (person) => {
      const parent = await scene.fileIn('in_progress');
      await scene.act(scene.officer, await fileIn(person), 'merge', { parent });
      return parent;
    },
    send: async (_, id) => scene.act(scene.officer, id, 'reply'),
  },
  {
    what: 'the end of what their case was handled together with',
    prepare: async (person) => {
      const parent = await scene.fileIn('in_progress');
      await scene.act(scene.officer, await fileIn(person), 'merge', { parent });
      return parent;
    },
    send: async (_, id) => scene.act(scene.citizen, id, 'withdraw'),
  },
  {
    what: 'a reply to feedback',
    prepare: async (person) => (await feedbackOf(person)).id,
    send: async (_, id) => {
      const administrator = await api.staff('administrator');
      return administrator.call(replyToFeedback, { params: { id }, body: { text: 'Thank you.' } });
    },
  },
];

const words = () => ({ category: topic, title: fullName(), description: `<p>${fullName()}</p>` });
const said = () => scene.fields({ title: `${fullName()} waits`, description: `<p>${fullName()} waits.</p>` });

test.each(races)('a request in progress during an erasure leaves nothing of the person: $what', async (race) => {
  const { prepare, send, status, typed } = race;
  const leaver = await quill();
  const id = (await prepare?.(leaver)) ?? '';
  await api.outbox();
  let answer: Promise<{ readonly status?: number }> | undefined;
  await eraseAccount(api.services, leaver.id, async () => {
    answer = status === undefined ? send(leaver, id).then(() => ({})) : failure(send(leaver, id));
    // The request was authenticated and waits for the lock of the erasure.
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await api.pool.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
  });
  expect((await answer)?.status).toBe(status);
  expect(await left(typed)).toEqual([]);
  expect(await personalEntriesOf(leaver)).toEqual([]);
  expect(await logFaults(api)).toEqual([]);
});

test.each<[string, (call: Person['call']) => Promise<unknown>]>([
  [
    'feedback',
    async (call) => call(submitFeedback, { form: words(), files: { images: [await photo(`${canary}.png`)] } }),
  ],
  [
    'a complaint',
    async (call) => call(submitComplaint, { form: said(), files: { files: [await photo(`${canary}.png`)] } }),
  ],
])('a form whose file arrives during the erasure is not stored, nor is the file: %s', async (_, send) => {
  const leaver = await quill();
  const kept: string[] = [];
  const files: FileStore = {
    open: async (...given) => api.services.files.open(...given),
    delete: async (key) => api.services.files.delete(key),
    check: async (signal) => api.services.files.check(signal),
    keysBefore: (instant) => api.services.files.keysBefore(instant),
    async put(...given) {
      await eraseAccount(api.services, leaver.id);
      kept.push(await api.services.files.put(...given));
      return kept.at(-1) ?? '';
    },
  };
  const app = await api.rebuild({ files });
  const call = createClient({ token: () => leaver.token, transport: injectTransport(app) });
  expect(await failure(send(call))).toMatchObject({ status: 401 });
  await app.close();
  expect(await left()).toEqual([]);
  expect(kept).toHaveLength(1);
  expect(await api.services.files.open(kept[0] ?? '')).toBeUndefined();
});
