import { Readable } from 'node:stream';
import { makeZip } from 'client-zip';
import type { Attachment } from '@baraza/contract';
import type { Caller } from '../../auth/session/caller.ts';
import type { FileRow } from '../../files/file.store.ts';
import type { Services } from '../../services.ts';
import { readOwnComplaints } from '../complaint/read/own-data.store.ts';
import { listFeedback } from '../feedback/feedback.store.ts';
import * as store from './own-rows.store.ts';

interface Entry {
  readonly name: string;
  readonly input: string | AsyncIterable<Uint8Array>;
  readonly lastModified: Date;
}

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

async function* entries(services: Services, caller: Caller): AsyncGenerator<Entry> {
  const { db, clock } = services;
  const now = clock.now();
  const json = (name: string, value: unknown): Entry => {
    return { name, input: `${JSON.stringify(value, undefined, 2)}\n`, lastModified: now };
  };
  const { photo, ...account } = await store.readAccount(db, caller.accountId);
  yield json('account.json', account);
  if (photo) yield* fileEntries(services, 'account', [photo]);
  yield json('sessions.json', await store.readSessions(db, caller.accountId));
  yield json('notifications.json', await store.readNotifications(db, caller.accountId));
  yield json('activity.json', await store.readActivity(db, caller.accountId));
  for await (const { complaint, files } of readOwnComplaints(services, caller)) {
    const folder = `complaints/${complaint.trackingId}`;
    // Addresses of files expire after minutes; the files themselves are in the ZIP.
    yield json(`${folder}/complaint.json`, { ...complaint, attachments: files.map(nameOf) });
    yield* fileEntries(services, folder, files);
  }
  yield* feedbackEntries(services, caller, json);
}

async function* feedbackEntries(services: Services, caller: Caller, json: (name: string, value: unknown) => Entry) {
  const { db } = services;
  const bare = (row: FileRow): Attachment => ({ ...row, filePath: '' });
  let after: Awaited<ReturnType<typeof listFeedback>>['next'] = null;
  do {
    const filter = { sort: 'oldest', limit: 20, after: after ?? undefined } as const;
    const page: Awaited<ReturnType<typeof listFeedback>> = await listFeedback(db, caller.accountId, filter, bare);
    for (const feedback of page.items) {
      const folder = `feedback/${feedback.trackingId}`;
      const files = await store.readFeedbackFiles(db, feedback.id);
      yield json(`${folder}/feedback.json`, { ...feedback, attachments: files.map(nameOf) });
      yield* fileEntries(services, folder, files);
    }
    after = page.next;
  } while (after);
}

/** Entries of files; a file whose bytes are missing becomes a note. */
async function* fileEntries(
  { files, clock }: Services,
  folder: string,
  rows: readonly FileRow[],
): AsyncGenerator<Entry> {
  for (const [index, row] of rows.entries()) {
    const name = `${folder}/${nameOf(row, index)}`;
    const opened = await files.open(row.storageKey);
    if (opened) yield { name, input: opened.stream, lastModified: row.createdAt };
    else yield { name: `${name}.missing.txt`, input: 'This file could not be found.\n', lastModified: clock.now() };
  }
}

/** File name that every file system accepts, unique in its folder. */
function nameOf({ fileName }: FileRow, index: number): string {
  const plain = fileName.replaceAll(/[^\p{L}\p{N}._() -]/gu, '_').slice(-100);
  return `${index + 1}-${plain}`;
}
