import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { findProgram } from './processes.ts';
import { freePort } from './server-process.ts';

/** Owner of mailboxes, whom a mail server becomes, if it is not another one: nobody. */
export const nobody = 65_534;

/** Makes an empty mailbox in a folder. */
export async function makeMailbox(folder: string, owner: number): Promise<void> {
  for (const name of ['', '/new', '/cur', '/tmp']) {
    await mkdir(`${folder}${name}`, { recursive: true });
    await chown(`${folder}${name}`, owner, owner);
  }
}

/** Starts a Dovecot with the mailbox `mail` in a folder. */
export async function startDovecot(
  folder: string,
  owner = nobody,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const program = findProgram('dovecot') as string;
  await chmod(folder, 0o755);
  await makeMailbox(`${folder}/mail`, owner);
  const port = await freePort();
  await writeFile(`${folder}/dovecot.conf`, configuration(folder, port, owner));
  const dovecot = spawn(program, ['-F', '-c', `${folder}/dovecot.conf`], { stdio: 'ignore' });
  return {
    url: `imap://box%40reply:secret@127.0.0.1:${port}`,
    async stop() {
      const end = once(dovecot, 'exit');
      dovecot.kill();
      await end;
    },
  };
}

const configuration = (folder: string, port: number, owner: number) =>
  [
    `base_dir = ${folder}/run`,
    `log_path = ${folder}/log`,
    'protocols = imap',
    'ssl = no',
    'disable_plaintext_auth = no',
    `mail_location = maildir:${folder}/mail`,
    'first_valid_uid = 1',
    'passdb {\n  driver = static\n  args = password=secret\n}',
    `userdb {\n  driver = static\n  args = uid=${owner} gid=${owner} home=${folder}/mail\n}`,
    `service imap-login {\n  inet_listener imap {\n    address = 127.0.0.1\n    port = ${port}\n  }\n  inet_listener imaps {\n    port = 0\n  }\n}`,
    '',
  ].join('\n');
