import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import type { WrittenMail } from './mail.ts';

/** Keeps mails of the same moment in order. */
let written = 0;

/** Where mails are written on a server without SMTP_URL. */
export function mailFolder(dataDir: string): string {
  return path.join(dataDir, 'outbox');
}

/** Writes a mail as an `.eml` file, whole or not at all. */
export async function writeToMailFolder(dataDir: string, mail: SendMailOptions, now: Date): Promise<void> {
  const folder = mailFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { createTransport } = await import('nodemailer');
  const { message } = await createTransport({ streamTransport: true, buffer: true, newline: 'unix' }).sendMail(mail);
  written += 1;
  const order = `${now.toISOString().replaceAll(/[:.]/g, '-')}-${written.toString().padStart(6, '0')}`;
  const name = `${order}-${randomBytes(3).toString('hex')}.eml`;
  const hidden = path.join(folder, `.${name}`);
  const file = await open(hidden, 'wx', 0o600);
  try {
    await file.writeFile(message as Buffer);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(hidden, path.join(folder, name));
}

/** Removes unwanted mails and returns their number. The text they are judged by includes the headers. */
export async function removeFromMailFolder(
  dataDir: string,
  isUnwanted: (mail: WrittenMail) => boolean,
): Promise<number> {
  const folder = mailFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  let removed = 0;
  for (const name of names.filter((name) => name.endsWith('.eml'))) {
    const file = path.join(folder, name);
    const bytes = await readFile(file).catch(() => undefined);
    if (bytes === undefined || !isUnwanted(readMail(bytes))) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  return removed;
}

function readMail(bytes: Buffer): WrittenMail {
  const [head = ''] = bytes.toString('utf8').split(/\r?\n\r?\n/, 1);
  const unfolded = head.replaceAll(/\r?\n(?=[ \t])/g, '');
  const header = (name: string) => new RegExp(`^${name}:(.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? '';
  // They only ever surround an address of ours.
  return { to: header('To').replaceAll(/[<>"]/g, ''), subject: header('Subject'), text: unquoted(bytes) };
}

function unquoted(mail: Buffer): string {
  const joined = mail.toString('latin1').replaceAll(/=\r?\n/g, '');
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Removes mails written before an instant, by their file names; returns their number. */
export async function removeOldFromMailFolder(dataDir: string, before: Date): Promise<number> {
  const folder = mailFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  const old = names.filter((name) => name.endsWith('.eml') && name < before.toISOString().replaceAll(/[:.]/g, '-'));
  for (const name of old) await rm(path.join(folder, name), { force: true });
  return old.length;
}
