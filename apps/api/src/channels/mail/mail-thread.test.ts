import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getDeskComplaint } from '@baraza/contract';
import { createTransport } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createScene, rowOf, type Scene } from '../../../test/support/complaints.ts';
import type { Person } from '../../../test/support/people.ts';
import { createTestApp, type TestApp } from '../../../test/support/server/app.ts';
import { makeMailbox, startDovecot } from '../../../test/support/server/dovecot.ts';
import { builtFile, findProgram, programEnvironment } from '../../../test/support/server/processes.ts';
import { freePort } from '../../../test/support/server/server-process.ts';
import { keyFrom } from '../../config/data-dir.ts';
import { writeDataKey } from '../../db/installation.store.ts';
import { pollMailbox } from './poll-mailbox.ts';
import { handleMails } from './receive-mail.ts';

const domain = 'reply.example.org';
const secret = '5b0f8d3e9c1a7246f0e1d2c3b4a59687';

describe('mails by an Exim, with the mailbox of a Dovecot', { tags: 'full', timeout: 120_000 }, () => {
  let api: TestApp;
  let scene: Scene;
  let folder: string;
  let port: number;
  let dovecot: Awaited<ReturnType<typeof startDovecot>>;
  let exim: ChildProcess;
  let database: Server;
  let ada: Person;

  beforeAll(async () => {
    const program = findProgram('exim') as string;
    folder = await mkdtemp(path.join(tmpdir(), 'baraza-mail-'));
    // With a configuration of ours it is never root.
    const owner = Number(execFileSync('id', ['-u', 'Debian-exim'], { encoding: 'utf8' }));
    dovecot = await startDovecot(folder, owner);
    for (const box of ['ada', 'away']) await makeMailbox(`${folder}/${box}`, owner);
    await writeFile(`${folder}/boxes`, 'ada: ada\naway: away\n');
    await mkdir(`${folder}/spool`);
    await chmod(`${folder}/spool`, 0o777);
    port = await freePort();
    const smtp = `smtp://127.0.0.1:${port}`;
    api = await createTestApp({ environment: { REPLY_DOMAIN: domain, IMAP_URL: dovecot.url, SMTP_URL: smtp } });
    await writeDataKey(api.services.db, keyFrom(secret), Buffer.alloc(32, 7));
    scene = await createScene(api);
    ada = await api.citizen({ email: 'ada@home.example' });
    await writeFile(`${folder}/exim.conf`, configuration(folder, port));
    // The mail server may not touch the socket of the database.
    const { connectionString = '' } = api.pool.options;
    const address = new URL(connectionString.replace('postgresql:///', 'postgresql://x/'));
    const [host, user] = ['host', 'user'].map((name) => address.searchParams.get(name));
    const socket = `${host}/.s.PGSQL.${address.searchParams.get('port')}`;
    database = createServer((near) => {
      const far = connect(socket);
      near.pipe(far).pipe(near);
      for (const end of [near, far]) end.on('error', () => near.destroy());
    });
    const databasePort = await freePort();
    await new Promise<void>((resolve) => database.listen(databasePort, '127.0.0.1', resolve));
    const settings = Object.entries({
      ...programEnvironment,
      DATABASE_URL: `postgresql://${user}@127.0.0.1:${databasePort}${address.pathname}`,
      SECRET_KEY: secret,
      REPLY_DOMAIN: domain,
    }).map(([name, value]) => `${name}='${value}'`);
    const script = `#!/bin/sh\nexec env ${settings.join(' ')} ${process.execPath} ${builtFile('cli/receive-mail')}\n`;
    await writeFile(`${folder}/receive-mail`, script, { mode: 0o755 });
    exim = spawn(program, ['-C', `${folder}/exim.conf`, '-bdf', '-q5s', '-oP', `${folder}/spool/pid`], {
      stdio: 'ignore',
    });
    await vi.waitFor(() => createTransport(smtp).verify(), 20_000);
  }, 180_000);
  afterAll(async () => {
    const end = once(exim, 'exit');
    exim.kill();
    await end;
    await dovecot.stop();
    database.close();
    await api.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Waits for the next mail in a mailbox, and takes it out. */
  const nextMail = (box: string): Promise<Email> =>
    vi.waitFor(
      async () => {
        const [name] = await readdir(`${folder}/${box}/new`);
        const file = `${folder}/${box}/new/${name}`;
        const mail = await PostalMime.parse(await readFile(file));
        await rm(file);
        return mail;
      },
      { timeout: 20_000, interval: 100 },
    );
  const answer = (to: Email, text: string) =>
    createTransport(`smtp://127.0.0.1:${port}`).sendMail({
      from: `Ada Obi <${ada.email}>`,
      to: to.replyTo?.[0]?.address,
      inReplyTo: to.messageId,
      references: to.messageId,
      subject: `Re: ${to.subject}`,
      text: `${text}\n\nOn Tue, Baraza wrote:\n> ${to.text?.replaceAll('\n', '\n> ')}`,
    });
  const poll = async () => {
    await pollMailbox(api.services);
    await handleMails(api.services);
  };
  const eventually = (look: () => Promise<unknown>) =>
    expect.poll(async () => (await poll(), look()), { timeout: 30_000, interval: 500 });
  const stateOf = async (id: string) => (await rowOf(api, id)).row.state;
  const lastOf = async (id: string) => (await rowOf(api, id)).events.at(-1);
  /** Files a complaint about which the office asks something. */
  async function askAbout(by: Person): Promise<string> {
    const id = await scene.file({}, by);
    await scene.act(scene.officer, id, 'start');
    await scene.act(scene.officer, id, 'ask', { text: 'When was that?' });
    await api.runJobs();
    return id;
  }
  /** Reads mails until the question. */
  async function question(box = 'ada'): Promise<Email> {
    for (;;) {
      const mail = await nextMail(box);
      if (mail.text?.includes('When was that?')) return mail;
    }
  }

  test('a thread goes both ways, twice', async () => {
    const id = await askAbout(ada);
    const asked = await question();
    await answer(asked, 'On Monday.');

    await eventually(() => stateOf(id)).toBe('in_progress');
    expect(await lastOf(id)).toMatchObject({ action: 'answer', data: { mail: 'own' } });
    expect((await lastOf(id))?.text).toMatch(/^On Monday\./u);

    await scene.act(scene.officer, id, 'reply', { text: 'We come on Friday.' });
    await api.runJobs();
    const replied = await nextMail('ada');
    expect(replied).toMatchObject({ inReplyTo: asked.inReplyTo, text: expect.stringContaining('We come on Friday.') });
    await answer(replied, 'Good.');
    await eventually(async () => (await lastOf(id))?.text).toMatch(/^Good\./u);
    expect(await readdir(`${folder}/mail/new`)).toEqual([]);
  });

  test('a mail handed over by a pipe answers as one from the mailbox does', async () => {
    const id = await askAbout(ada);
    const asked = await question();
    await writeFile(`${folder}/by-pipe`, '');
    try {
      await answer(asked, 'By pipe.');
      // No mailbox is read here.
      await expect
        .poll(async () => (await handleMails(api.services), stateOf(id)), { timeout: 30_000, interval: 500 })
        .toBe('in_progress');
    } finally {
      await rm(`${folder}/by-pipe`);
    }
    expect((await lastOf(id))?.text).toMatch(/^By pipe\./u);
    expect(await readdir(`${folder}/mail/new`)).toEqual([]);
  });

  test('mails that come back for good end and show at the desk, and no mail follows', async () => {
    const gone = await api.citizen({ email: 'gone@home.example' });
    const id = await askAbout(gone);
    const atDesk = () => scene.officer.call(getDeskComplaint, { params: { id } });

    await eventually(async () => (await atDesk()).citizen.mailRefused).toBe(true);
    await expect
      .poll(async () => (await atDesk()).deliveries.map(({ state, why }) => ({ state, why })))
      .toContainEqual({ state: 'failed', why: expect.stringMatching(/^5\./u) });
    const { events } = await rowOf(api, id);
    expect(events.map(({ action }) => action)).toEqual(['submit', 'start', 'ask']);

    await scene.act(scene.officer, id, 'reply', { text: 'We come on Friday.' });
    await api.runJobs();
    await poll();
    expect((await atDesk()).deliveries.at(-1)).toMatchObject({ state: 'failed', why: 'bounced' });
    expect((await api.pool.query('select from mail_outbox')).rows).toEqual([]);
  });

  test('an absence note answers nothing, and no mail goes back to it', async () => {
    const away = await api.citizen({ email: 'away@home.example' });
    const id = await askAbout(away);
    await question('away');
    // The note has been delivered once a later mail was.
    await vi.waitFor(
      async () => expect(await readFile(`${folder}/spool/main.log`, 'utf8')).toContain('away_note'),
      20_000,
    );

    for (let round = 0; round < 3; round += 1) {
      await poll();
      await api.runJobs();
    }
    expect(await stateOf(id)).toBe('awaiting_citizen');
    expect(await readdir(`${folder}/away/new`)).toEqual([]);
    expect(await readdir(`${folder}/mail/new`)).toEqual([]);
  });
});

const configuration = (folder: string, port: number) => `
primary_hostname = mx.home.example
spool_directory = ${folder}/spool
log_file_path = ${folder}/spool/%s.log
local_interfaces = <; 127.0.0.1.${port}
tls_advertise_hosts =
keep_environment =
acl_smtp_rcpt = accept
domainlist home = home.example
domainlist reply = ${domain}

begin routers
gone:
  driver = redirect
  domains = +home
  local_parts = gone
  allow_fail
  data = :fail: no such mailbox here
note:
  driver = accept
  domains = +home
  local_parts = away
  unseen
  no_verify
  transport = away_note
people:
  driver = accept
  domains = +home
  local_parts = ada : away
  transport = mailbox
pipe:
  driver = accept
  domains = +reply
  condition = \${if exists{${folder}/by-pipe}}
  transport = receive
reply:
  driver = accept
  domains = +reply
  transport = reply_mailbox

begin transports
mailbox:
  driver = appendfile
  directory = ${folder}/\${lookup{$local_part}lsearch{${folder}/boxes}}
  maildir_format
  delivery_date_add
  envelope_to_add
  return_path_add
reply_mailbox:
  driver = appendfile
  directory = ${folder}/mail
  maildir_format
  envelope_to_add
  return_path_add
receive:
  driver = pipe
  command = ${folder}/receive-mail
  temp_errors = 75
  envelope_to_add
  return_path_add
away_note:
  driver = autoreply
  to = $sender_address
  from = away@home.example
  subject = Away until Monday
  text = I am away.
  headers = "Auto-Submitted: auto-replied"

begin retry
*  *  F,2m,1s
`;
