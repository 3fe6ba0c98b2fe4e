import { mdaRoles } from '@baraza/contract/role';
import { and, asc, eq, inArray, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { account, complaint, complaintEvent, file, keptFrom } from '../../db/tables.ts';
import type { Nameable } from './named-staff.ts';

const worksAt = (mdaId: string | SQL) =>
  and(eq(account.mdaId, mdaId), inArray(account.role, [...mdaRoles]), isNull(account.disabledAt));

/** Who works at an MDA now. */
export async function listNameable(db: Database, mdaId: string): Promise<Nameable[]> {
  const { id, firstName, lastName } = account;
  return db.select({ id, firstName, lastName }).from(account).where(worksAt(mdaId)).orderBy(asc(id));
}

/** The same, as one column of a query. */
export function nameableOf(mdaId: SQL): SQL<Nameable[]> {
  return sql<Nameable[]>`(select coalesce(json_agg(json_build_object('id', s.id, 'firstName', s.first_name,
      'lastName', s.last_name)), '[]') from ${account} s
    where s.mda_id = ${mdaId} and s.role in ('officer', 'supervisor') and s.disabled_at is null)`;
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
    .from(keptFrom)
    .innerJoin(complaint, eq(complaint.id, keptFrom.complaintId))
    .where(eq(keptFrom.accountId, accountId));
  return {
    readerId: accountId,
    ids: rows.flatMap(({ id, files }) => [id, ...files]),
    trackingIds: rows.map((it) => it.trackingId),
  };
}
