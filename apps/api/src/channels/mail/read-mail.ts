import PostalMime, { type Email } from 'postal-mime';
import { cleanHtml, htmlToText } from '../../domain/description.ts';

/** The head of a mail: who sent it to whom, and whether a program did. */
export interface MailHead {
  readonly sender: string;
  /** All addresses it was sent or delivered to. */
  readonly recipients: string;
  readonly messageId: string | undefined;
  readonly isAutomatic: boolean;
  readonly isReport: boolean;
}

/** Reads the head of a mail; undefined where there is none. */
export async function readHead(raw: Buffer): Promise<MailHead | undefined> {
  const end = /\r?\n\r?\n/.exec(raw.toString('latin1', 0, longestHead))?.index ?? longestHead;
  const head = await PostalMime.parse(raw.subarray(0, end)).catch(() => undefined);
  if (!head) return undefined;
  const value = (...names: readonly string[]) =>
    head.headers
      .filter(({ key }) => names.includes(key))
      .map((header) => header.value)
      .join('\n');
  const isReport = value('content-type').toLowerCase().startsWith('multipart/report');
  return {
    sender: head.from?.address?.toLowerCase() ?? '',
    recipients: value('delivered-to', 'x-original-to', 'envelope-to', 'to', 'cc'),
    messageId: head.messageId,
    isAutomatic: isReport || automatic.some(([name, pattern]) => pattern.test(value(name))),
    isReport,
  };
}

const longestHead = 1024 * 1024;

/** Characters that are read of a text: far more than a complaint may take. */
const longestText = 200_000;

/** Headers that programs write: those of RFC 3834 and older habits. */
const automatic: readonly (readonly [header: string, pattern: RegExp])[] = [
  ['auto-submitted', /^(?!no\b)./iu],
  ['precedence', /bulk|junk|list|auto/iu],
  ['return-path', /<>/u],
  ['from', /mailer-?daemon|postmaster|mail[ -.]?delivery|mail[ -]system|no-?reply/iu],
  [
    'subject',
    /undeliver|returned mail|delivery.*(?:fail|status)|fail(?:ure|ed).*(?:notice|deliver)|out of office|automatic reply/iu,
  ],
  ...['x-autoreply', 'x-autorespond', 'x-auto-response-suppress', 'x-failed-recipients', 'x-loop', 'list-id'].map(
    (name) => [name, /./u] as const,
  ),
];

/** A mail as people wrote it. */
export interface MailContent {
  readonly text: string;
  readonly files: readonly MailFile[];
}

interface MailFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Reads words and files of a mail. Pictures within HTML, such as logos, are left out. @throws Error for one nested too deeply */
export async function readContent(raw: Buffer): Promise<MailContent> {
  const { text, html, attachments } = await parse(raw);
  const files = attachments.filter(({ related }) => !related);
  return {
    text: clean(text?.trim() ? text.slice(0, longestText) : htmlToText(cleanHtml((html ?? '').slice(0, longestText)))),
    files: files.map(({ filename, mimeType, content }) => ({
      fileName: clean(filename ?? ''),
      contentType: mimeType,
      bytes: Buffer.from(content as ArrayBuffer),
    })),
  };
}

/** Finds the status of the fifth class in a report, such as 5.1.1: the address takes no mail. */
export async function readFinalStatus(raw: Buffer): Promise<string | undefined> {
  const { attachments } = await parse(raw);
  const report = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  return (
    report && /^Status:\s*(5\.\d{1,3}\.\d{1,3})/imu.exec(Buffer.from(report.content as ArrayBuffer).toString())?.[1]
  );
}

/** A forwarded mail stays a file: its head names people. */
const parse = (raw: Buffer): Promise<Email> => PostalMime.parse(raw, { forceRfc822Attachments: true });

/** Leaves out signs that no text can hold. */
const clean = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?![\n\t])\p{Cc}|\p{Cs}|\uFFFD/gu, '')
    .trim();
