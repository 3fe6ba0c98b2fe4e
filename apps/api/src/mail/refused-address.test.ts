import { type ApiError, createStaff, getDeskComplaint, listStaff, register, resendCode } from '@baraza/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createScene, type Scene } from '../../test/support/complaints.ts';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { type MailServer, startMailServer } from '../../test/support/server/mail-server.ts';
import { mailOutbox } from '../db/schema/tables.ts';
import { enqueueMail } from './enqueue-mail.ts';

const api = sharedTestApp();
let scene: Scene;
let server: MailServer;
let refusal: number | undefined;

beforeAll(async () => {
  server = await startMailServer(0, { refuses: () => refusal });
});
afterAll(() => server.close());
beforeEach(async () => {
  refusal = 550;
  await api.services.db.delete(mailOutbox);
  scene = await createScene(api);
});

const send = () => api.runJobs({ settings: { ...api.services.settings, smtpUrl: `smtp://127.0.0.1:${server.port}` } });
const waiting = () => api.services.db.select().from(mailOutbox);
const isRefusedAtDesk = async (id: string) =>
  (await scene.officer.call(getDeskComplaint, { params: { id } })).citizen.mailRefused;

test('a mail refused with 550 is not sent again, and the desk shows that the address takes no mail', async () => {
  const id = await scene.file();
  expect(await isRefusedAtDesk(id)).toBe(false);

  await send();

  expect(await waiting()).toMatchObject([{ attempts: 20, lastErrorCode: 'EENVELOPE 550' }]);
  expect(await isRefusedAtDesk(id)).toBe(true);

  refusal = undefined;
  await scene.act(scene.officer, id, 'start');
  await send();
  expect(await isRefusedAtDesk(id)).toBe(false);
});

test('what was given up is deleted after 30 days, whatever refused it', async () => {
  for (const lastErrorCode of ['EENVELOPE 550', 'EENVELOPE 450', 'ESMS 400', null]) {
    await enqueueMail(api.services.db, api.services, { to: 'ada@home.example', subject: 'x', text: 'x' });
    await api.services.db.update(mailOutbox).set({ attempts: 20, lastErrorCode });
    await api.cleanUp();
    expect(await waiting()).toHaveLength(1);
    await api.services.db.update(mailOutbox).set({ createdAt: new Date(api.clock.now().getTime() - 31 * 86_400_000) });

    await api.cleanUp();

    expect(await waiting()).toEqual([]);
  }
});

test('a mail refused with 450 is tried again, and the desk shows nothing', async () => {
  refusal = 450;
  const id = await scene.file();

  await send();

  expect(await waiting()).toMatchObject([{ attempts: 1, lastErrorCode: 'EENVELOPE 450' }]);
  expect(await isRefusedAtDesk(id)).toBe(false);
});

test('an address that the mail server cannot spell is refused for good', async () => {
  refusal = 553;
  await enqueueMail(api.services.db, api.services, { to: '用户@home.example', subject: 'x', text: 'x' });

  await send();

  expect(await waiting()).toMatchObject([{ attempts: 20 }]);
});

test('the list of staff says that the mail of an invitation was refused', async () => {
  const administrator = await api.staff('administrator');
  const email = 'nobody@roads.example';
  const body = { email, role: 'officer', mda: scene.mdaId, first_name: 'Ben', last_name: 'Obi' } as const;
  await administrator.call(createStaff, { body });
  const told = async () => (await administrator.call(listStaff)).find((row) => row.email === email)?.mailRefused;
  expect(await told()).toBe(false);

  await send();

  expect(await told()).toBe(true);
});

test('a person who waits for a code learns that the mail was refused, and gets the next one', async () => {
  const email = 'wrong@home.example';
  const password = 'a long enough password';
  const names = { first_name: 'Ada', last_name: 'Obi', phone: '' };
  await api.call(register, { form: { ...names, email, password, confirmPassword: password } });
  await send();
  api.clock.advance(61_000);
  refusal = undefined;
  const before = server.mails.length;

  const refused = await api.call(resendCode, { body: { email } }).catch((error: unknown) => error);
  expect((refused as ApiError).fields).toEqual({
    email: 'The last email to this address was refused. Is the address correct?',
  });

  await send();
  expect(server.mails).toHaveLength(before + 1);
  api.clock.advance(61_000);
  await api.call(resendCode, { body: { email } });
});
