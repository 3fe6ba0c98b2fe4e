import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { mailFolder } from '../../../src/mail/mail-folder.ts';

/** A mail that the worker wrote to the mail folder. */
export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly text: string }[];
}

/** Every mail in the mail folder, oldest first. */
export async function readOutbox(dataDir: string): Promise<SentMail[]> {
  const folder = mailFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  const mails = names.filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(mails.map(async (name) => parse(await readFile(path.join(folder, name)))));
}

async function parse(bytes: Buffer): Promise<SentMail> {
  const { to, subject, text, attachments } = await PostalMime.parse(bytes, { attachmentEncoding: 'utf8' });
  return {
    to: to?.[0]?.address ?? '',
    subject: subject ?? '',
    text: text ?? '',
    attachments: attachments.map(({ filename, mimeType, content }) => {
      return { name: filename ?? '', type: mimeType, text: String(content) };
    }),
  };
}

/** The six digits of a mail. */
export function codeIn(mail: SentMail | undefined): string {
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  if (code === undefined) throw new Error('There is no code in this mail.');
  return code;
}

/** The newest code sent to an address; other mails may have been sent after it. */
export function newestCode(mails: readonly SentMail[], email: string): string {
  return codeIn(mails.findLast((mail) => mail.to === email && /\b\d{6}\b/.test(mail.text)));
}
