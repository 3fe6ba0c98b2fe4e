import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';

/** Keeps mails of the same moment in order. */
let written = 0;

/** Returns the folder of mails on a server without SMTP_URL. */
export const mailFolder = (dataDir: string): string => path.join(dataDir, 'outbox');

/** Writes a mail as an `.eml` file, whole or not at all. Its name holds the ids of citizen and complaint. */
export async function writeToMailFolder(
  dataDir: string,
  mail: SendMailOptions,
  now: Date,
  about: readonly (string | null)[],
): Promise<void> {
  const folder = mailFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { createTransport } = await import('nodemailer');
  const { message } = await createTransport({ streamTransport: true, buffer: true, newline: 'unix' }).sendMail(mail);
  written += 1;
  const order = `${now.toISOString().replaceAll(/[:.]/g, '-')}-${written.toString().padStart(6, '0')}`;
  const parts = [order, randomBytes(3).toString('hex'), ...about.filter((id) => id !== null)];
  const name = `${parts.join('-')}.eml`;
  const hidden = path.join(folder, `.${name}`);
  await writeFile(hidden, message as Buffer, { flag: 'wx', mode: 0o600, flush: true });
  await rename(hidden, path.join(folder, name));
}

/** Removes the mails about a citizen or about complaints, by their file names. */
export async function removeFromMailFolder(dataDir: string, ids: readonly string[]): Promise<void> {
  await removeMails(dataDir, (name) => ids.some((id) => name.includes(id)));
}

/** Removes mails written before an instant, by their file names; returns their number. */
export async function removeOldFromMailFolder(dataDir: string, before: Date): Promise<number> {
  return removeMails(dataDir, (name) => name < before.toISOString().replaceAll(/[:.]/g, '-'));
}

async function removeMails(dataDir: string, isUnwanted: (name: string) => boolean): Promise<number> {
  const folder = mailFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  const unwanted = names.filter((name) => name.endsWith('.eml') && isUnwanted(name));
  for (const name of unwanted) await rm(path.join(folder, name), { force: true });
  return unwanted.length;
}
