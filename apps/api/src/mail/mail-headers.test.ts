import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScene, type Scene } from '../../test/support/complaints.ts';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { type MailServer, startMailServer } from '../../test/support/server/mail-server.ts';
import { mailNotice, notices } from '../auth/mails.ts';

const api = sharedTestApp();
let scene: Scene;
let server: MailServer;

beforeAll(async () => {
  scene = await createScene(api);
  server = await startMailServer();
});
afterAll(() => server.close());

const send = () => api.runJobs({ settings: { ...api.services.settings, smtpUrl: `smtp://127.0.0.1:${server.port}` } });
const header = (mail: string, name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(mail)?.[1]?.trim();
const idOf = (complaintId: string) => `<${complaintId}@${new URL(api.services.settings.publicUrl).hostname}>`;

test('the first mail about a complaint opens a thread, and each later one to citizen and staff answers it', async () => {
  const id = await scene.file();
  await send();
  expect(server.mails.map((mail) => header(mail, 'Message-ID'))).toEqual([idOf(id)]);

  await scene.act(scene.officer, id, 'start');
  await scene.act(scene.officer, id, 'ask', { text: 'When was that?' });
  await scene.act(scene.supervisor, id, 'assign', { assignee: scene.officer.id });
  await send();

  const later = server.mails.slice(1);
  expect(later.map((mail) => header(mail, 'To'))).toEqual(
    expect.arrayContaining([scene.citizen.email, scene.officer.email]),
  );
  expect(later.map((mail) => header(mail, 'In-Reply-To'))).toEqual(later.map(() => idOf(id)));
  expect(later.map((mail) => header(mail, 'References'))).toEqual(later.map(() => idOf(id)));
  expect(new Set(server.mails.map((mail) => header(mail, 'Message-ID'))).size).toBe(server.mails.length);
});

test('every mail says that a program wrote it', async () => {
  const ada = { id: crypto.randomUUID(), email: 'ada@home.example', firstName: 'Ada', phone: null };
  await mailNotice(api.services.db, api.services, ada, notices.mfaOn);
  await scene.file();
  await send();

  expect(server.mails.filter((mail) => header(mail, 'Auto-Submitted') !== 'auto-generated')).toEqual([]);
});
