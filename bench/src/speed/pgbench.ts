import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fillPlaceholders, type Query } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { sealEvent } from '../../../apps/api/src/features/complaint/record/sealed-event.ts';
import {
  referencesQuery,
  submissionQuery,
  submissionValues,
} from '../../../apps/api/src/features/complaint/submit/submission.store.ts';
import { callerQuery } from '../../../apps/api/src/auth/session/session.store.ts';
import type { FilledDatabase } from './cluster.ts';
import { mdas, sessions } from './fill.ts';

/** Finds pgbench, which comes with a PostgreSQL server. */
export async function findPgbench(): Promise<string> {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged) ? (await readdir(packaged)).toSorted().toReversed() : [];
  const folders = [...versions.map((it) => path.join(packaged, it, 'bin')), ...(process.env['PATH'] ?? '').split(':')];
  const found = folders.map((it) => path.join(it, 'pgbench')).find((it) => existsSync(it));
  if (found === undefined) throw new Error('pgbench is missing: install the PostgreSQL server (Debian: postgresql).');
  return found;
}

/** How many times a second pgbench runs a script, over so many connections. */
export async function runPgbench(
  program: string,
  { connection }: FilledDatabase,
  script: string,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'baraza-pgbench-'));
  try {
    const file = path.join(folder, 'script.sql');
    await writeFile(file, script);
    const words = ['-n', '-M', 'prepared', '-c', connections, '-j', 2, '-T', seconds, '-f', file];
    const { host, port, user, database } = connection;
    const env = {
      ...process.env,
      PGHOST: host,
      PGPORT: String(port),
      PGUSER: user,
      PGOPTIONS: '-c baraza.scope=system',
    };
    const { stdout, stderr, status } = spawnSync(program, [...words.map(String), database ?? ''], {
      encoding: 'utf8',
      env,
    });
    const perSecond = /tps = ([\d.]+)/u.exec(stdout)?.[1];
    if (status !== 0 || perSecond === undefined) throw new Error(`pgbench failed: ${stderr.slice(0, 2_000)}`);
    return Number(perSecond);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stands in the statements of the application for what pgbench puts there. */
const marks = {
  citizen: randomUUID(),
  complaint: randomUUID(),
  mda: randomUUID(),
  category: randomUUID(),
  tracking: 'the tracking id',
  key: 'the key of the request',
  tokenHash: randomBytes(32),
  throttle: randomBytes(32),
};

/**
 * All that the application asks the database when a complaint is filed, in its own words, as one statement: who sends it, what it
 * names, and what is written.
 */
export function submissionScript(): string {
  const db = drizzle(new pg.Pool());
  const now = new Date();
  const numbered = (kind: string, name: string) =>
    `('${kind}0000000-0000-4000-8000-' || lpad(:${name}::text, 12, '0'))::uuid`;
  const replacements: [mark: string, by: string][] = [
    [marks.citizen, '(select id from caller)'],
    [marks.complaint, '(select id from made)'],
    [marks.mda, numbered('a', 'mda')],
    [marks.category, numbered('b', 'category')],
    [marks.tracking, '(select tracking_id from made)'],
    [marks.key, '(select id::text from made)'],
    [`\\x${marks.tokenHash.toString('hex')}`, `sha256(convert_to('bench-citizen-session-' || :session, 'UTF8'))`],
    [`\\x${marks.throttle.toString('hex')}`, '(select sha256(uuid_send(id)) from caller)'],
  ];
  const written = (query: { toSQL(): Query }, values: Record<string, unknown> = {}) => {
    const text = inline(query.toSQL(), values).replaceAll(/\s+/gu, ' ').trim();
    return replacements.reduce((all, [mark, by]) => all.replaceAll(`'${mark}'`, by), text);
  };
  const caller = written(callerQuery(db, marks.tokenHash));
  const names = {
    citizenId: marks.citizen,
    mdaId: marks.mda,
    categoryId: marks.category,
    jurisdictionId: null,
    areaCode: null,
  };
  const references = written(referencesQuery(db), { ...names, key: marks.key });
  const filed = submission(now);
  return [
    `\\set session random(0, ${sessions - 1})`,
    `\\set mda random(0, ${mdas - 1})`,
    '\\set category random(0, 6)',
    `with made as materialized (select gen_random_uuid() as id, 'SDP-26-' || upper(substr(md5(random()::text), 1, 12)) as tracking_id),
     caller (id, role, mda_id, session_id, mfa) as materialized (${caller}),
     refs as materialized (${renamed(references)}),
     ${written(submissionQuery(db, filed), submissionValues(filed, now))
       .replace(/^with /u, '')
       .replace(' from (select) as one', ', (select found from refs)$&')};`.replaceAll(/\s+/gu, ' '),
  ].join('\n');
}

/** The columns of a query that is read as a table need names of their own; all of them are wanted. */
function renamed(query: string): string {
  return `select count(found::text) as found from (${query}) as found (c1, c2, c3, c4, c5, c6, c7, c8, c9)`;
}

function submission(now: Date) {
  const row = {
    id: marks.complaint,
    trackingId: marks.tracking,
    citizenId: marks.citizen,
    mdaId: marks.mda,
    jurisdictionId: null,
    categoryId: marks.category,
    title: 'No water in our street',
    description: '<p>The water has been gone since Monday.</p>',
    descriptionText: 'The water has been gone since Monday.',
    location: 'Station road',
    incidentDate: now.toISOString().slice(0, 10),
    state: 'received' as const,
    cycle: 1,
    version: 1,
    dueAt: now,
    acknowledgeDueAt: now,
    replyDueAt: now,
    pausedUntil: null,
    nextReminderAt: now,
    submittedAt: now,
    updatedAt: now,
    demo: false,
  };
  const begun = {
    at: now,
    action: 'submit',
    fromState: null,
    toState: 'received',
    cycle: 1,
    seq: 1,
    data: null,
  } as const;
  const by = { actorKind: 'citizen', actorId: marks.citizen, visibility: 'public', text: null, reason: null } as const;
  return {
    complaint: row,
    event: sealEvent({ ...begun, ...by, complaintId: marks.complaint }),
    mention: undefined,
    key: {
      citizenId: marks.citizen,
      key: marks.key,
      requestDigest: randomBytes(32),
      complaintId: marks.complaint,
      createdAt: now,
    },
    uses: [{ key: marks.throttle, amount: 1, max: 1_000_000_000, text: '' }],
    receipt: {
      to: '',
      sealed: 'x'.repeat(900),
      lane: 1 as const,
      citizenId: marks.citizen,
      complaintId: marks.complaint,
    },
  };
}

/** A statement with its values written out. */
function inline({ sql: text, params }: Query, values: Record<string, unknown>): string {
  const filled = fillPlaceholders(params, values);
  return text.replaceAll(/\$(\d+)/gu, (_, number: string) => literal(filled[Number(number) - 1]));
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  const text = value instanceof Date ? value.toISOString() : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}
