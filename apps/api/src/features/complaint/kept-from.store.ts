import { openStates } from '@baraza/contract/lifecycle';
import { mdaRoles } from '@baraza/contract/role';
import { and, asc, eq, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { account, complaint, complaintEvent, file, keptFrom } from '../../db/tables.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Nameable } from './named-staff.ts';

const worksAt = (mdaId: string | SQL) =>
  and(eq(account.mdaId, mdaId), inArray(account.role, [...mdaRoles]), isNull(account.disabledAt));

/** Who works at an MDA now. */
export async function listNameable(db: Database, mdaId: string): Promise<(Nameable & Pick<Caller, 'role'>)[]> {
  const { id, firstName, lastName, role } = account;
  return db.select({ id, firstName, lastName, role }).from(account).where(worksAt(mdaId)).orderBy(asc(id));
}

/** The same, as one column of a query. */
export function nameableOf(mdaId: SQL): SQL<Nameable[]> {
  return sql<Nameable[]>`(select coalesce(json_agg(json_build_object('id', s.id, 'firstName', s.first_name,
      'lastName', s.last_name)), '[]') from ${account} s
    where s.mda_id = ${mdaId} and s.role in ('officer', 'supervisor') and s.disabled_at is null)`;
}

/**
 * Whether nobody who works at the MDA that has a complaint may see it, as one column of a query. Oversight alone, which may give it to
 * another MDA then, is told.
 */
export function isLeftToNobody(role: Caller['role'] | undefined): SQL<boolean> {
  if (role !== 'oversight') return sql<boolean>`false`;
  return sql<boolean>`not exists (select from ${account} s where s.mda_id = ${complaint.mdaId}
    and s.role in ('officer', 'supervisor') and s.disabled_at is null and s.id <> all(${complaint.keptFrom}))`;
}

/** What a citizen said: when they filed it, and whenever they answered since. */
export async function readTexts(db: Database, complaintId: string): Promise<string[]> {
  const [row] = await db
    .select({ title: complaint.title, text: complaint.descriptionText })
    .from(complaint)
    .where(eq(complaint.id, complaintId));
  const said = await db
    .select({ text: complaintEvent.text, reason: complaintEvent.reason })
    .from(complaintEvent)
    .where(and(eq(complaintEvent.complaintId, complaintId), eq(complaintEvent.actorKind, 'citizen')));
  return [row?.title, row?.text, ...said.flatMap((it) => [it.text, it.reason])].flatMap((it) => it ?? []);
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
export async function listLeftToNobody(
  db: Database,
  mdaId: string,
): Promise<{ id: string; trackingId: string; keptFrom: string[] }[]> {
  const kept = db
    .select({ id: keptFrom.complaintId })
    .from(keptFrom)
    .innerJoin(account, eq(account.id, keptFrom.accountId))
    .where(worksAt(mdaId));
  const seeing = sql`select from ${account} s where s.mda_id = ${mdaId} and s.role in ('officer', 'supervisor')
    and s.disabled_at is null and s.id <> all(${complaint.keptFrom})`;
  return db
    .select({ id: complaint.id, trackingId: complaint.trackingId, keptFrom: complaint.keptFrom })
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
    .from(keptFrom)
    .innerJoin(complaint, eq(complaint.id, keptFrom.complaintId))
    .where(eq(keptFrom.accountId, accountId));
  return { ids: rows.flatMap(({ id, files }) => [id, ...files]), trackingIds: rows.map((it) => it.trackingId) };
}
