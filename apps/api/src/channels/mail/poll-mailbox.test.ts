import { chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createScene, rowOf, type Scene } from '../../../test/support/complaints.ts';
import { createTestApp, type TestApp } from '../../../test/support/server/app.ts';
import { nobody, startDovecot } from '../../../test/support/server/dovecot.ts';
import { replyAddressOf } from '../../mail/reply-address.ts';
import { pollMailbox } from './poll-mailbox.ts';
import { handleMails } from './receive-mail.ts';

const domain = 'reply.example.org';

describe('the mailbox of a Dovecot', { tags: 'full', timeout: 180_000 }, () => {
  let api: TestApp;
  let scene: Scene;
  let folder: string;
  let dovecot: Awaited<ReturnType<typeof startDovecot>>;
  let delivered = 0;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'baraza-dovecot-'));
    dovecot = await startDovecot(folder);
    api = await createTestApp({ environment: { REPLY_DOMAIN: domain, IMAP_URL: dovecot.url } });
    scene = await createScene(api);
  }, 180_000);
  afterAll(async () => {
    await dovecot.stop();
    await api.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function deliver(to: string, body: string): Promise<void> {
    delivered += 1;
    const head = `From: Ada <${scene.citizen.email}>\nTo: ${to}\nMessage-ID: <${delivered}@home.example>\nSubject: Re\n`;
    const file = `${folder}/mail/new/${delivered}.mail`;
    await writeFile(file, `${head}\n${body}\n`);
    await chown(file, nobody, nobody);
  }
  const poll = async () => {
    await pollMailbox(api.services);
    await handleMails(api.services);
  };
  const left = async () => [...(await readdir(`${folder}/mail/new`)), ...(await readdir(`${folder}/mail/cur`))];

  test('is read once a mail: answers reach their complaints and are deleted, other mails stay', async () => {
    const id = await scene.fileIn('awaiting_citizen');
    await deliver(replyAddressOf(api.services.keys, domain, id), 'On Monday.');
    await deliver('office@other.example', 'Not for us.');

    await expect
      .poll(async () => (await poll(), (await rowOf(api, id)).row.state), { timeout: 20_000 })
      .toBe('in_progress');

    expect((await rowOf(api, id)).events.at(-1)).toMatchObject({ action: 'answer', text: 'On Monday.' });
    expect(await left()).toEqual([expect.stringContaining('2.mail')]);
    await deliver(replyAddressOf(api.services.keys, domain, id), 'At eight.');
    await poll();
    await poll();
    expect((await rowOf(api, id)).events.filter(({ action }) => action === 'addEvidence')).toMatchObject([
      { text: 'At eight.' },
    ]);
    expect(await left()).toHaveLength(1);
  });

  test.each(['imap://a:b@127.0.0.1:9', undefined])(
    'that is away or refuses the password is a warning',
    async (away) => {
      const imapUrl = away ?? api.services.settings.imapUrl?.replace('secret', 'wrong');
      const warn = vi.spyOn(api.services.log, 'warn');

      await pollMailbox({ ...api.services, settings: { ...api.services.settings, imapUrl } });

      expect(warn).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('could not be read'));
      expect(JSON.stringify(warn.mock.calls)).not.toContain('wrong');
    },
  );
});
