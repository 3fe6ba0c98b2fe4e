import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './server-process.ts';

/** Owner of mailboxes, whom mail servers become: nobody. */
export const mailUser = 65_534;

/** Returns the path of a program that tests need, installed if that is possible. */
export const findProgram = <T = string>(name: string): T =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [fileURLToPath(new URL('../../../../../scripts/testing/find-programs.mjs', import.meta.url)), name],
      { encoding: 'utf8' },
    ),
  ) as T;

/** Makes an empty mailbox in a folder. */
export async function makeMailbox(folder: string): Promise<void> {
  for (const name of ['', '/new', '/cur', '/tmp']) {
    await mkdir(`${folder}${name}`, { recursive: true });
    await chown(`${folder}${name}`, mailUser, mailUser);
  }
}

/** Starts a Dovecot with the mailbox `mail` in a folder. */
export async function startDovecot(folder: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const program = findProgram('dovecot');
  await chmod(folder, 0o755);
  await makeMailbox(`${folder}/mail`);
  const port = await freePort();
  await writeFile(`${folder}/dovecot.conf`, configuration(folder, port));
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

const configuration = (folder: string, port: number) =>
  [
    `base_dir = ${folder}/run`,
    `log_path = ${folder}/log`,
    'protocols = imap',
    'ssl = no',
    'disable_plaintext_auth = no',
    `mail_location = maildir:${folder}/mail`,
    'first_valid_uid = 1',
    'passdb {\n  driver = static\n  args = password=secret\n}',
    `userdb {\n  driver = static\n  args = uid=${mailUser} gid=${mailUser} home=${folder}/mail\n}`,
    `service imap-login {\n  inet_listener imap {\n    address = 127.0.0.1\n    port = ${port}\n  }\n  inet_listener imaps {\n    port = 0\n  }\n}`,
    '',
  ].join('\n');
