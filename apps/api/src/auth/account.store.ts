import { type Staff, type User, type Role, type StaffRole, mdaRoles } from '@baraza/contract';
import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, not, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { centreOf } from '../db/row-security/open-to.ts';
import { accessChange, account, complaint, file, mda } from '../db/schema/tables.ts';
import type { Caller } from './session/caller.ts';
import { notFound, unauthenticated } from '../http/errors.ts';
import { fileAddress } from '../files/file.store.ts';
import { isPhoneAddress, isProgramSql } from '../mail/erased.ts';
import { waysOf } from '../mail/reach.ts';
import { phoneChannel } from '../mail/send-sms.ts';
import type { Services } from '../services.ts';

export type AccountRow = typeof account.$inferSelect;
type StaffRow = AccountRow & { readonly role: StaffRole };

/** Selects the citizen's or the staff account of an address, which may have both. */
export type Audience = 'user' | 'mda';

const ofAudience = (audience: Audience) =>
  audience === 'user'
    ? eq(account.role, 'citizen')
    : and(ne(account.role, 'citizen'), not(isProgramSql(account.email)));

/** Parses an audience; undefined for any other word. */
export function audienceOf(type: string | undefined): Audience | undefined {
  return type === 'user' || type === 'mda' ? type : undefined;
}

function selectAccount(db: Database, email: string, audience: Audience) {
  const isTheirs = and(eq(account.email, email), ofAudience(audience));
  return db.select().from(account).where(isTheirs);
}

export async function findAccount(db: Database, email: string, audience: Audience): Promise<AccountRow | undefined> {
  return (await selectAccount(db, email, audience))[0];
}

/** Finds an account and locks it against erasure, for writing its address or name. */
export async function holdAccount(db: Database, email: string, audience: Audience): Promise<AccountRow | undefined> {
  return (await selectAccount(db, email, audience).for('key share'))[0];
}

/** Locks a citizen against erasure until the transaction ends, so that nothing is written afterwards. @throws AppError once erased. */
export async function lockCitizenShared(db: Database, id: string): Promise<void> {
  const isThere = and(eq(account.id, id), isNull(account.disabledAt));
  const held = await db.select({ id: account.id }).from(account).where(isThere).for('key share');
  if (held.length === 0) throw unauthenticated();
}

export async function findAccountById(db: Database, id: string): Promise<AccountRow | undefined> {
  const [row] = await db.select().from(account).where(eq(account.id, id));
  return row;
}

/** Finds an account by id and locks it until the transaction ends. */
export async function lockAccount(db: Database, id: string): Promise<AccountRow | undefined> {
  const [row] = await db.select().from(account).where(eq(account.id, id)).for('update');
  return row;
}

/** Locks staff accounts in the order of their ids. Administrators who change each other cannot deadlock then. */
export async function lockStaff(db: Database, ids: readonly string[]): Promise<Map<string, StaffRow>> {
  const rows = await db
    .select()
    .from(account)
    .where(and(inArray(account.id, [...ids]), ofAudience('mda')))
    .orderBy(asc(account.id))
    .for('no key update');
  return new Map((rows as StaffRow[]).map((row) => [row.id, row]));
}

export async function insertAccount(db: Database, row: typeof account.$inferInsert): Promise<void> {
  await db.insert(account).values(row);
}

export async function updateAccount(db: Database, id: string, change: Partial<AccountRow>): Promise<void> {
  await db.update(account).set(change).where(eq(account.id, id));
}

export async function hasAdministrator(db: Database): Promise<boolean> {
  const { role, disabledAt, passwordHash } = account;
  return (await db.$count(account, and(eq(role, 'administrator'), isNull(disabledAt), isNotNull(passwordHash)))) > 0;
}

/** Whether a member of staff has no way in yet but the invitation. */
export const isInvited = ({ passwordHash, subjectHash }: AccountRow) => passwordHash === null && subjectHash === null;

/** Lists oversight, administrators and, of one MDA, its supervisors. */
export async function listGuardians(db: Database, mdaId: string | null = null) {
  const { role, disabledAt, id, email } = account;
  const ofMda = mdaId === null ? undefined : and(eq(role, 'supervisor'), eq(account.mdaId, mdaId));
  const isGuardian = and(or(inArray(role, ['administrator', 'oversight']), ofMda), isNull(disabledAt));
  return db.select({ id, email }).from(account).where(isGuardian).orderBy(asc(id));
}

/** Deletes an unconfirmed registration, in the caller's transaction; false when it was confirmed or renewed meanwhile. */
export async function removeRegistration(db: Database, id: string, before?: Date): Promise<boolean> {
  const row = await lockAccount(db, id);
  if (!row || row.emailVerifiedAt !== null || (before && row.createdAt >= before)) return false;
  await db.delete(file).where(eq(file.accountId, id));
  await db.delete(account).where(eq(account.id, id));
  return true;
}

/** Deletes guests without a complaint, because it was refused or the server ended meanwhile. */
export async function deleteIdleGuests(db: Database, condition: SQL): Promise<void> {
  const filed = db.select().from(complaint).where(eq(complaint.citizenId, account.id));
  await db.delete(account).where(and(condition, isNotNull(account.receiptHash), notExists(filed)));
}

/** Deletes registrations not confirmed in time, and guests of that age without a complaint. */
export async function purgeRegistrations(db: Database, before: Date): Promise<void> {
  const stale = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.role, 'citizen'), isNull(account.emailVerifiedAt), lt(account.createdAt, before)))
    .limit(1_000);
  for (const { id } of stale) await db.transaction((tx) => removeRegistration(tx, id, before));
  await deleteIdleGuests(db, lt(account.createdAt, before));
}

/** Whether somebody chooses how news come: they have a confirmed number, and it gets SMS or they chose before. */
export const choosesNews = (row: AccountRow, { settings }: Pick<Services, 'settings'>): boolean =>
  row.phoneUsedAt !== null && (phoneChannel(settings) !== undefined || row.newsWays !== null);

/** Converts a row to the citizen of the specification. */
export function toUser(row: AccountRow, services: Services, caller: Caller): User {
  return {
    id: row.id,
    first_name: row.firstName,
    last_name: row.lastName,
    email: isPhoneAddress(row.email) ? '' : row.email,
    phone: row.phone,
    profilePhoto: row.photoId === null ? null : fileAddress(row.photoId, services, caller),
    email_verified: row.emailVerifiedAt !== null && !isPhoneAddress(row.email),
    ...(row.phoneUsedAt && { by_phone: true }),
    ...(choosesNews(row, services) && { newsWays: [...waysOf(row.newsWays, !isPhoneAddress(row.email))] }),
    pendingEmail: row.pendingEmail,
    language: row.language,
  };
}

/** Selects the requester of a change: a colleague, or the sign-in provider by its claims. */
export const requester = sql<NonNullable<Staff['waiting']>['by']>`(select json_build_object('id', a.id, 'name',
  case when a.id = ${accessChange.accountId} then 'the sign-in provider' else full_name(a.first_name, a.last_name) end)
  from ${account} a where a.id = ${accessChange.requestedBy})`;

const waiting = sql<Staff['waiting']>`case when ${accessChange.id} is not null then json_build_object(
  'action', ${accessChange.action}, 'role', ${accessChange.role}, 'disabled', ${accessChange.disabled},
  'mda', (select json_build_object('id', m.id, 'name', m.name) from ${mda} m where m.id = ${accessChange.mdaId}),
  'by', ${requester}) end`;

function selectStaff(db: Database) {
  return db
    .select({
      id: account.id,
      first_name: account.firstName,
      last_name: account.lastName,
      email: account.email,
      role: sql<StaffRole>`${account.role}`,
      mda: { id: mda.id, name: mda.name },
      centre: centreOf(account),
      phone: account.phone,
      disabled: sql<boolean>`${account.disabledAt} is not null`,
      invited: sql<boolean>`${account.passwordHash} is null and ${account.subjectHash} is null`,
      mfa: sql<boolean>`${account.mfaAt} is not null`,
      language: account.language,
      waiting,
      version: account.version,
    })
    .from(account)
    .leftJoin(mda, eq(mda.id, account.mdaId))
    .leftJoin(accessChange, and(eq(accessChange.accountId, account.id), isNull(accessChange.madeAt)));
}

type StaffMember = Staff & Pick<AccountRow, 'language'>;

export async function findStaff(db: Database, id: string): Promise<StaffMember | undefined> {
  const [row] = await selectStaff(db).where(and(eq(account.id, id), ofAudience('mda')));
  return row;
}

export async function requireStaff(db: Database, id: string): Promise<Staff> {
  const staff = await findStaff(db, id);
  if (!staff) throw notFound();
  return staff;
}

export function listStaff(db: Database): Promise<Staff[]> {
  return selectStaff(db)
    .where(ofAudience('mda'))
    .orderBy(asc(account.lastName), asc(account.firstName), asc(account.id));
}

export async function findMda(db: Database, id: string) {
  const isActive = and(eq(mda.id, id), eq(mda.active, true));
  const [row] = await db.select({ id: mda.id, name: mda.name }).from(mda).where(isActive);
  return row;
}

/** Whether a role works for one MDA. */
export const needsMda = (role: Role) => (mdaRoles as readonly Role[]).includes(role);
