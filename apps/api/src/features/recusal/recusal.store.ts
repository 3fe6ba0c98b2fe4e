import { openStates } from '@baraza/contract/complaint/lifecycle';
import { mdaRoles } from '@baraza/contract/core/role';
import { and, asc, eq, inArray, isNotNull, isNull, notInArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/database.ts';
import { open, ownedBy, ownedWords } from '../../db/schema/complaint-tables.ts';
import { isNotRecused } from '../../db/row-security/not-recused.ts';
import { account, complaint, complaintEvent, file, recusal, survey } from '../../db/schema/tables.ts';
import type { Caller } from '../../auth/session/caller.ts';
import { type MentionableStaff, wordsOf } from './mentioned-staff.ts';

/** Somebody of the staff, inside a query about something else. */
const worker = alias(account, 's');

/** Who works at an MDA now: the one rule, of the table or of somebody inside another query. */
const worksAt = (mdaId: string | SQLWrapper, who: typeof account | typeof worker = account) =>
  and(sql`${who.mdaId} = ${mdaId}`, inArray(who.role, [...mdaRoles]), isNull(who.disabledAt));

/** Who works at an MDA now. */
export async function listNameable(db: Database, mdaId: string): Promise<(MentionableStaff & Pick<Caller, 'role'>)[]> {
  const { id, firstName, lastName, role } = account;
  return db.select({ id, firstName, lastName, role }).from(account).where(worksAt(mdaId)).orderBy(asc(id));
}

/** The same, as one column of a query. */
export function nameableOf(mdaId: SQL): SQL<MentionableStaff[]> {
  return sql<MentionableStaff[]>`(select coalesce(json_agg(json_build_object('id', s.id, 'firstName', s.first_name,
      'lastName', s.last_name)), '[]') from ${account} s
    where ${worksAt(mdaId, worker)})`;
}

/**
 * Whether nobody who works at the MDA that has a complaint may see it, as one column of a query. Oversight alone, which may give it to
 * another MDA then, is told.
 */
export function hasNoEligibleStaff(role: Caller['role'] | undefined): SQL<boolean> {
  if (role !== 'oversight') return sql<boolean>`false`;
  return sql<boolean>`not exists (select from ${account} s where ${worksAt(complaint.mdaId, worker)}
    and s.id <> all(${complaint.recusedStaff}))`;
}

/** What a citizen said: when they filed it, with the names of their files, whenever they took a step since, and in a survey. */
export async function readTexts(db: Database, complaintId: string): Promise<string[]> {
  const said = sql`select unnest(array[c.title, c.description_text, c.location]) as text
      from ${complaint} c where c.id = ${complaintId}
    union all select unnest(array[e.text, e.reason])
      from ${complaintEvent} e where e.complaint_id = ${complaintId} and e.actor_kind = 'citizen'
    union all select f.file_name from ${file} f where f.complaint_id = ${complaintId}
    union all select s.description from ${survey} s where s.complaint_id = ${complaintId}`;
  const { rows } = await db.execute<{ text: string }>(sql`select text from (${said}) as said where text <> ''`);
  return rows.map((it) => it.text);
}

/** Somebody of the staff, and where they work now. */
interface Working extends MentionableStaff {
  readonly mdaId: string;
}

const works = and(inArray(account.role, [...mdaRoles]), isNotNull(account.mdaId), isNull(account.disabledAt));

/** Everybody who works at an MDA now. */
export async function listWorking(db: Database): Promise<string[]> {
  const rows = await db.select({ id: account.id }).from(account).where(works).orderBy(asc(account.id));
  return rows.map((it) => it.id);
}

/** One of them; nothing of whoever works at none. */
export async function findWorking(db: Database, accountId: string): Promise<Working | undefined> {
  const { id, firstName, lastName, mdaId } = account;
  const [row] = await db
    .select({ id, firstName, lastName, mdaId: sql<string>`${mdaId}` })
    .from(account)
    .where(and(eq(id, accountId), works));
  return row;
}

/**
 * The open complaints of their MDA, or offered to it, that may name somebody: the index of words finds what was said when they were
 * filed; what was said since, and the names of files, have none and are read, those of open complaints alone.
 */
export async function findLikelyNaming(db: Database, { id, firstName, lastName, mdaId }: Working): Promise<string[]> {
  const [first, last] = [formsOf(firstName), formsOf(lastName)];
  if (first.length === 0 || last.length === 0) return [];
  const either = (forms: readonly string[]) => `(${forms.map((it) => `'${it}'`).join(' | ')})`;
  const asked = sql`to_tsquery('simple', ${[...last.map(either), either(first.flat())].join(' & ')})`;
  const [longest = []] = last.toSorted((a, b) => (b[0]?.length ?? 0) - (a[0]?.length ?? 0));
  const like = sql`ilike any (${sql.param(longest.map((it) => `%${it}%`))}::text[])`;
  const { search, offeredToMdaId, recusedStaff: without } = complaint;
  const here = sql`(${complaint.mdaId} = ${mdaId} or ${offeredToMdaId} = ${mdaId})`;
  const found = sql`select ${complaint.id} from ${complaint}
      where ${ownedWords(complaint)} @@ (${asked} && ${ownedBy(mdaId)}) and ${search} @@ ${asked} and ${complaint.mdaId} = ${mdaId}
        and ${open} and ${isNotRecused({ recusedStaff: without }, id)}
    union select ${complaint.id} from ${complaint}
      where ${offeredToMdaId} = ${mdaId} and ${search} @@ ${asked} and ${open} and ${isNotRecused({ recusedStaff: without }, id)}
    union select ${complaint.id} from ${complaint}
      where ${here} and ${open} and ${isNotRecused({ recusedStaff: without }, id)} and (
        exists (select from ${complaintEvent} e where e.complaint_id = ${complaint.id} and e.actor_kind = 'citizen'
          and (e.text ${like} or e.reason ${like}))
        or exists (select from ${survey} s where s.complaint_id = ${complaint.id} and s.description ${like})
        or exists (select from ${file} f where f.complaint_id = ${complaint.id} and f.file_name ${like}))`;
  const { rows } = await db.execute<{ id: string }>(found);
  return rows.map((it) => it.id);
}

/** The words of a name, each as it is written and without its marks: people write it either way. */
function formsOf(name: string): string[][] {
  const words = name.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.flatMap((word) => {
    const plain = wordsOf(word).join('');
    return plain === '' ? [] : [[...new Set([word.toLowerCase(), plain])]];
  });
}

/** The addresses of oversight, but for those from whom it is kept. */
export async function listOversight(db: Database, without: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ email: account.email })
    .from(account)
    .where(and(eq(account.role, 'oversight'), isNull(account.disabledAt), notInArray(account.id, [...without])))
    .orderBy(asc(account.email));
  return rows.map((it) => it.email);
}

/** The addresses of the supervisors of an MDA, but for those. */
export async function listSupervisors(db: Database, mdaId: string, without: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ email: account.email })
    .from(account)
    .where(and(worksAt(mdaId), eq(account.role, 'supervisor'), notInArray(account.id, [...without])))
    .orderBy(asc(account.email));
  return rows.map((it) => it.email);
}

/** Open complaints that an MDA has, or is offered, and that are kept from all who work there now. */
export async function listWithoutEligibleStaff(
  db: Database,
  mdaId: string,
): Promise<{ id: string; trackingId: string; recusedStaff: string[] }[]> {
  const kept = db
    .select({ id: recusal.complaintId })
    .from(recusal)
    .innerJoin(account, eq(account.id, recusal.accountId))
    .where(worksAt(mdaId));
  const seeing = sql`select from ${account} s where ${worksAt(mdaId, worker)}
    and s.id <> all(${complaint.recusedStaff})`;
  return db
    .select({ id: complaint.id, trackingId: complaint.trackingId, recusedStaff: complaint.recusedStaff })
    .from(complaint)
    .where(
      and(
        inArray(complaint.id, kept),
        inArray(complaint.state, [...openStates]),
        or(eq(complaint.mdaId, mdaId), eq(complaint.offeredToMdaId, mdaId)),
        sql`not exists (${seeing})`,
      ),
    )
    .orderBy(asc(complaint.trackingId));
}

/** Under which names the audit trail tells of what is kept from somebody. */
export interface KeptNames {
  readonly readerId: string;
  /** Of the complaints and of their files. */
  readonly ids: readonly string[];
  readonly trackingIds: readonly string[];
}

/**
 * What is kept from somebody, wherever it is by now: the trail of an MDA tells of complaints that have moved on, too. This needs a
 * database that holds everything.
 */
export async function findKeptNames(everything: Database, accountId: string): Promise<KeptNames> {
  const rows = await everything
    .select({
      id: complaint.id,
      trackingId: complaint.trackingId,
      files: sql<string[]>`array(select ${file.id} from ${file} where ${file.complaintId} = ${complaint.id})`,
    })
    .from(recusal)
    .innerJoin(complaint, eq(complaint.id, recusal.complaintId))
    .where(eq(recusal.accountId, accountId));
  return {
    readerId: accountId,
    ids: rows.flatMap(({ id, files }) => [id, ...files]),
    trackingIds: rows.map((it) => it.trackingId),
  };
}
