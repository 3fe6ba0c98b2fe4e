import { Readable } from 'node:stream';
import { makeZip } from 'client-zip';
import type { Attachment, Complaint } from '@baraza/contract';
import type { Caller } from '../../../auth/session/caller.ts';
import { type FileRow, filesOfComplaints, filesOfFeedback } from '../../../files/file.store.ts';
import type { Services } from '../../../services.ts';
import { listFeedback } from '../../feedback/feedback.store.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { readPages } from '../../../db/read-pages.ts';
import {
  account,
  audit,
  complaint,
  file,
  knownIssue,
  knownIssueFollower,
  notification,
  session,
} from '../../../db/schema/tables.ts';
import { unauthenticated } from '../../../http/errors.ts';
import { isPhoneAddress } from '../../../mail/erased.ts';
import { listOwnDetails } from '../../complaint/record/details.store.ts';
import { toCitizensComplaint } from '../../complaint/read/show-complaint.ts';

/** Streams all data kept about a citizen as a ZIP. */
export function exportOwnData(services: Services, caller: Caller): Readable {
  let open: Readable | undefined;
  const files: Services['files'] = {
    ...services.files,
    async open(...which) {
      const opened = await services.files.open(...which);
      open = opened?.stream;
      if (stream.destroyed) open?.destroy();
      return opened;
    },
  };
  const zip = makeZip(entries({ ...services, files }, caller));
  const stream = Readable.fromWeb(zip as Parameters<typeof Readable.fromWeb>[0]);
  // The ZIP library leaves the file it is reading open when the download is aborted.
  return stream.once('close', () => open?.destroy());
}

async function* entries(services: Services, caller: Caller) {
  const { db } = services;
  const { photo, ...account } = await readAccount(db, caller.accountId);
  yield jsonFile(services, 'account.json', account);
  if (photo) yield* fileEntries(services, 'account', [photo]);
  yield jsonFile(services, 'sessions.json', await readSessions(db, caller.accountId));
  yield textFile(services, 'notifications.json', jsonList(readNotifications(db, caller.accountId)));
  yield jsonFile(services, 'known-issues.json', await readFollowedIssues(db, caller.accountId));
  yield textFile(services, 'activity.json', jsonList(readActivity(db, caller.accountId)));
  for await (const { complaint, files } of readOwnComplaints(services, caller)) {
    const folder = `complaints/${complaint.trackingId}`;
    // Addresses of files expire after minutes; the files themselves are in the ZIP.
    yield jsonFile(services, `${folder}/complaint.json`, withFileNames(complaint, files));
    yield* fileEntries(services, folder, files);
  }
  yield* feedbackEntries(services, caller);
}

function textFile({ clock }: Services, name: string, input: string | AsyncIterable<string>) {
  return { name, input, lastModified: clock.now() };
}

function jsonFile(services: Services, name: string, value: unknown) {
  return textFile(services, name, `${JSON.stringify(value, undefined, 2)}\n`);
}

function withFileNames({ attachments, history, ...complaint }: Complaint, files: readonly FileRow[]): object {
  const names = new Map(files.map((file, index) => [file.id, nameOf(file, index)]));
  const namesOf = (shown: readonly Attachment[] = []) => shown.map(({ id }) => names.get(id));
  const steps = history.map((step) => ({ ...step, attachments: step.attachments && namesOf(step.attachments) }));
  return { ...complaint, attachments: namesOf(attachments), history: steps };
}

async function* jsonList(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* feedbackEntries(services: Services, caller: Caller) {
  const { db } = services;
  const bare = (row: FileRow): Attachment => ({ ...row, filePath: '' });
  let cursor: string | undefined;
  do {
    const filter = { sort: 'oldest', limit: 20, cursor } as const;
    const { items, nextCursor } = await listFeedback(db, caller.accountId, filter, bare);
    for (const feedback of items) {
      const folder = `feedback/${feedback.trackingId}`;
      const files = await filesOfFeedback(db, [feedback.id]);
      yield jsonFile(services, `${folder}/feedback.json`, { ...feedback, attachments: files.map(nameOf) });
      yield* fileEntries(services, folder, files);
    }
    cursor = nextCursor ?? undefined;
  } while (cursor);
}

async function* fileEntries(services: Services, folder: string, rows: readonly Omit<FileRow, 'hasPreview'>[]) {
  for (const [index, row] of rows.entries()) {
    const name = `${folder}/${nameOf(row, index)}`;
    const opened = await services.files.open(row.storageKey);
    if (opened) yield { name, input: opened.stream, lastModified: row.createdAt };
    else yield textFile(services, `${name}.missing.txt`, 'This file could not be found.\n');
  }
}

/** Returns a name that every file system accepts, unique in its folder. */
function nameOf({ fileName }: Pick<FileRow, 'fileName'>, index: number): string {
  const plain = fileName.replaceAll(/[^\p{L}\p{N}._() -]/gu, '_').slice(-100);
  return `${index + 1}-${plain}`;
}

async function readAccount(db: Database, accountId: string) {
  const columns = pick(account, [
    'id',
    'firstName',
    'lastName',
    'email',
    'pendingEmail',
    'phone',
    'phoneUsedAt',
    'language',
    'newsWays',
    'emailVerifiedAt',
    'createdAt',
  ]);
  const [row] = await db
    .select({ ...columns, photo: file })
    .from(account)
    .leftJoin(file, eq(file.id, account.photoId))
    .where(eq(account.id, accountId));
  if (!row) throw unauthenticated();
  return { ...row, email: isPhoneAddress(row.email) ? '' : row.email };
}

function readSessions(db: Database, accountId: string) {
  const columns = pick(session, ['createdAt', 'lastUsedAt', 'expiresAt', 'userAgent']);
  return db.select(columns).from(session).where(eq(session.accountId, accountId)).orderBy(asc(session.createdAt));
}

function readFollowedIssues(db: Database, accountId: string) {
  const { id, title } = knownIssue;
  return db
    .select({ id, title, since: knownIssueFollower.since })
    .from(knownIssueFollower)
    .innerJoin(knownIssue, eq(id, knownIssueFollower.knownIssueId))
    .where(eq(knownIssueFollower.accountId, accountId))
    .orderBy(asc(knownIssueFollower.since));
}

const pageSize = 500;

async function* readNotifications(db: Database, accountId: string) {
  const { createdAt: at, seq } = notification;
  const columns = pick(notification, ['seq', 'title', 'body', 'createdAt', 'readAt']);
  type Row = Pick<typeof notification.$inferSelect, keyof typeof columns>;
  const pages = readPages<Row>(pageSize, (last) =>
    db
      .select(columns)
      .from(notification)
      .where(
        and(eq(notification.accountId, accountId), last && sql`(${at}, ${seq}) > (${last.createdAt}, ${last.seq})`),
      )
      .orderBy(asc(at), asc(seq))
      .limit(pageSize),
  );
  for await (const rows of pages) for (const { seq: _, ...row } of rows) yield row;
}

async function* readActivity(db: Database, accountId: string) {
  const { id, at } = audit;
  const pages = readPages<typeof audit.$inferSelect>(pageSize, (last) =>
    db
      .select()
      .from(audit)
      .where(and(eq(audit.actorId, accountId), last && sql`(${at}, ${id}) > (${last.at}, ${last.id})`))
      .orderBy(asc(at), asc(id))
      .limit(pageSize),
  );
  for await (const rows of pages)
    for (const row of rows) yield pick(row, ['at', 'action', 'outcome', 'network', 'detail']);
}

const complaintsAtOnce = 20;

/** Reads a citizen's complaints with their files, page by page, oldest first. */
export async function* readOwnComplaints(services: Services, caller: Caller) {
  const { db } = services;
  const own = await db
    .select({ id: complaint.id })
    .from(complaint)
    .where(eq(complaint.citizenId, caller.accountId))
    .orderBy(asc(complaint.submittedAt), asc(complaint.id));
  for (let start = 0; start < own.length; start += complaintsAtOnce) {
    const ids = own.slice(start, start + complaintsAtOnce).map(({ id }) => id);
    const [rows, files] = await Promise.all([listOwnDetails(db, caller.accountId, ids), filesOfComplaints(db, ids)]);
    for (const row of rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))) {
      const filesOfRow = files.filter(({ complaintId }) => complaintId === row.id);
      yield { complaint: await toCitizensComplaint(services, caller, row), files: filesOfRow };
    }
  }
}
