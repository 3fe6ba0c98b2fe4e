import { sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';
import type { Scope } from '../../src/db/row-security/scope.ts';

/*
 * Random rows in every table under row-level security, and by brute force their permitted readers.
 */

/** Each table with the key of its rows. */
export const heldTables = {
  complaint: 'id::text',
  complaint_event: `(complaint_id || ':' || seq)`,
  feedback: 'id::text',
  file: 'id::text',
  idempotency_key: 'key',
  identity_request: 'complaint_id::text',
  recusal: 'complaint_id::text',
  known_issue_complaint: 'complaint_id::text',
  notification: 'id::text',
  survey: 'complaint_id::text',
  upload: 'id::text',
} as const;
export type HeldTable = keyof typeof heldTables;

/** An update without effect. */
export const touches: Readonly<Record<HeldTable, string>> = {
  complaint: `title = 'Touched'`,
  complaint_event: 'text = null, reason = null, data = null, salt = null',
  feedback: `title = 'Touched'`,
  file: `file_name = 'touched.png'`,
  idempotency_key: 'created_at = now()',
  identity_request: 'requested_at = now()',
  recusal: 'account_id = account_id',
  known_issue_complaint: 'known_issue_id = known_issue_id',
  notification: 'read_at = now()',
  survey: 'rating = 1',
  upload: 'received = 1',
};

export interface HeldRow {
  readonly table: HeldTable;
  readonly key: string;
  /** The complaint it belongs to, with its MDAs; null without a complaint. */
  readonly complaint: { readonly id: string; readonly mdaId: string; readonly offeredTo: string | null } | null;
  /** Further owner of the row: a feedback, a member of staff, nobody, or a citizen. */
  readonly of: 'complaint' | 'feedback' | 'staff' | 'nobody' | 'citizen';
}

export interface HeldRows {
  readonly mdaIds: readonly string[];
  readonly all: readonly HeldRow[];
  /** A statement that adds another row like this one. */
  insertLike(row: HeldRow): string;
}

/** Whether a scope may see a row, restated without SQL. */
export function visibleTo(scope: Scope, { table, complaint, of }: HeldRow): boolean {
  if (scope === 'system') return true;
  if (table === 'idempotency_key' || table === 'upload') return false;
  if (scope === 'oversight') return true;
  if (of === 'staff' || of === 'nobody') return true;
  if (scope === 'administrator') return of === 'feedback';
  return complaint !== null && [`mda:${complaint.mdaId}`, `mda:${complaint.offeredTo}`].includes(scope);
}

const uuid = () => crypto.randomUUID();
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const chance = (share: number) => Math.random() < share;

/** Fills a database with five MDAs and some hundred complaints with their related rows. */
export async function createHeldRows(db: Database, complaints = 150): Promise<HeldRows> {
  const mdaIds = Array.from({ length: 5 }, uuid);
  const [citizenId, officerId, categoryId, issueId] = [uuid(), uuid(), uuid(), uuid()];
  const run = (statement: string) => db.execute(sql.raw(statement));
  for (const id of mdaIds) await run(`insert into mda (id, name, created_at) values ('${id}', '${id}', now())`);
  await run(`insert into category (id, kind, name) values ('${categoryId}', 'complaint', 'C')`);
  await run(`insert into account (id, role, email, first_name, last_name, mda_id, created_at) values
    ('${citizenId}', 'citizen', 'c@mail.example', 'Ada', 'Obi', null, now()),
    ('${officerId}', 'officer', 'o@mail.example', 'Uche', 'Ike', '${mdaIds[0]}', now())`);
  await run(`insert into known_issue (id, mda_id, title, text, owner_id, created_at)
    values ('${issueId}', '${mdaIds[0]}', 'T', 'T', '${officerId}', now())`);

  /** The statement that adds a row, for each table. */
  const statementOf = ({ table, key, complaint, of }: HeldRow): string => {
    const [parent, number] = key.split(':');
    const complaintId = complaint === null ? 'null' : `'${complaint.id}'`;
    switch (table) {
      case 'complaint':
        return `insert into complaint (id, tracking_id, citizen_id, mda_id, offered_to_mda_id, category_id, title, description,
            description_text, location, incident_date, state, version, submitted_at, updated_at)
          values ('${key}', '${key}', '${citizenId}', '${complaint?.mdaId}',
            ${complaint?.offeredTo ? `'${complaint.offeredTo}'` : 'null'}, '${categoryId}', 'T', 'D', 'D', 'L', '2026-01-01',
            'received', 1, now(), now())`;
      case 'complaint_event':
        return `insert into complaint_event (complaint_id, seq, at, action, to_state, cycle, actor_kind, visibility, text,
            content_digest, digest)
          values ('${parent}', ${number}, now(), 'submit', 'received', 1, 'citizen', 'public', 'T', '\\x00', '\\x00')`;
      case 'identity_request':
        return `insert into identity_request (complaint_id, requested_by, requested_at) values ('${key}', '${officerId}', now())
          on conflict (complaint_id, requested_by) do update set requested_at = now()`;
      case 'recusal':
        return `insert into recusal (complaint_id, account_id, since, why) values ('${key}', '${officerId}', now(), 'by_hand')
          on conflict (complaint_id, account_id) do update set account_id = excluded.account_id`;
      case 'known_issue_complaint':
        return `insert into known_issue_complaint (complaint_id, known_issue_id) values ('${key}', '${issueId}')
          on conflict (complaint_id) do update set known_issue_id = excluded.known_issue_id`;
      case 'survey':
        return `insert into survey (complaint_id, cycle, citizen_id, rating, description, created_at)
          values ('${key}', ${Math.ceil(Math.random() * 1e9)}, '${citizenId}', 3, 'D', now())`;
      case 'notification':
        return `insert into notification (id, account_id, complaint_id, title, body, created_at)
          values ('${key}', '${citizenId}', ${complaintId}, 'T', 'B', now())`;
      case 'feedback':
        return `insert into feedback (id, tracking_id, citizen_id, category_id, title, description, description_text, status,
            created_at)
          values ('${key}', '${key}', '${citizenId}', '${categoryId}', 'T', 'D', 'D', 'Pending', now())`;
      case 'idempotency_key':
        return `insert into idempotency_key (citizen_id, key, request_digest, complaint_id, created_at)
          values ('${citizenId}', '${key}', '\\x00', ${complaintId}, now())`;
      case 'upload':
        return `insert into upload (id, citizen_id, file_name, content_type, length, created_at, expires_at)
          values ('${key}', '${citizenId}', 'a.png', 'image/png', 1, now(), now())`;
      case 'file': {
        const account = { staff: `'${officerId}'`, nobody: 'null' }[of as string] ?? `'${citizenId}'`;
        return `insert into file (id, storage_key, file_name, kind, content_type, size, sha256, complaint_id, feedback_id,
            account_id, created_at)
          values ('${key}', '${key}', 'a.png', 'image', 'image/png', 1, '\\x00', ${complaintId},
            ${of === 'feedback' ? `'${feedbackId}'` : 'null'}, ${account}, now())`;
      }
    }
  };

  const all: HeldRow[] = [];
  const add = async (row: HeldRow) => {
    await run(statementOf(row));
    all.push(row);
  };
  const feedbackId = uuid();
  await add({ table: 'feedback', key: feedbackId, complaint: null, of: 'feedback' });
  for (const kind of ['feedback', 'staff', 'nobody', 'citizen'] as const) {
    await add({ table: 'file', key: uuid(), complaint: null, of: kind });
  }
  await add({ table: 'upload', key: uuid(), complaint: null, of: 'citizen' });
  for (let index = 0; index < complaints; index += 1) {
    const [id, mdaId] = [uuid(), pick(mdaIds)];
    const complaint = { id, mdaId, offeredTo: chance(0.2) ? pick(mdaIds.filter((it) => it !== mdaId)) : null };
    const row = { complaint, of: 'complaint' } as const;
    await add({ ...row, table: 'complaint', key: id });
    await add({ ...row, table: 'complaint_event', key: `${id}:1` });
    if (chance(0.5)) await add({ ...row, table: 'complaint_event', key: `${id}:2` });
    if (chance(0.5)) await add({ ...row, table: 'file', key: uuid() });
    if (chance(0.5)) await add({ ...row, table: 'notification', key: uuid() });
    if (chance(0.5)) await add({ ...row, table: 'survey', key: id });
    if (chance(0.5)) await add({ ...row, table: 'identity_request', key: id });
    if (chance(0.5)) await add({ ...row, table: 'recusal', key: id });
    if (chance(0.5)) await add({ ...row, table: 'known_issue_complaint', key: id });
    if (chance(0.5)) await add({ ...row, table: 'idempotency_key', key: uuid() });
  }
  const another = (key: string) => (key.includes(':') ? key.replace(/:.*/, ':200') : uuid());
  return {
    mdaIds,
    all,
    insertLike: (row) =>
      statementOf({
        ...row,
        key: ['survey', 'identity_request', 'recusal', 'known_issue_complaint'].includes(row.table)
          ? row.key
          : another(row.key),
      }),
  };
}
