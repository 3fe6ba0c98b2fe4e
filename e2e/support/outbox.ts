import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import { dataDir } from './portal.ts';

/** Returns all mails to an address, oldest first. */
export async function mailsTo(address: string): Promise<Email[]> {
  const folder = path.join(dataDir, 'outbox');
  // A file that begins with a dot is still being written.
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.eml$/u.test(name)).toSorted();
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))));
  return mails.filter((mail) => mail.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase()));
}

/** Waits for a mail to `address` that `matches`, and returns its text. */
export async function waitForMail(address: string, matches: RegExp): Promise<string> {
  let found = '';
  await expect
    .poll(
      async () => {
        const texts = (await mailsTo(address)).map((mail) => `${mail.subject}\n${mail.text}`);
        found = texts.findLast((text) => matches.test(text)) ?? '';
        return found;
      },
      { message: `a mail to ${address} that matches ${matches}`, timeout: 20_000 },
    )
    .not.toBe('');
  return found;
}

/** Returns the newest six-digit code mailed to an address. */
export async function waitForCode(address: string): Promise<string> {
  const text = await waitForMail(address, /\b\d{6}\b/u);
  return /\b(\d{6})\b/u.exec(text)![1]!;
}
