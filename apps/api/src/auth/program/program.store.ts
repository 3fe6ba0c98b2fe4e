import { randomBytes } from 'node:crypto';
import { type Program, programMessage } from '@baraza/contract';
import { and, desc, eq, gt, isNotNull, isNull, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { sha256 } from '../../crypto/digest.ts';
import type { Database } from '../../db/database.ts';
import { keepPrepared, param } from '../../db/prepared.ts';
import { wallsOf } from '../../db/row-security/open-to.ts';
import { anyScope } from '../../db/row-security/scope.ts';
import { account, mda, program } from '../../db/schema/tables.ts';
import { programAddress } from '../../mail/erased.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../session/caller.ts';
import type { BearerCredentials } from '../session/session.store.ts';

/** Makes a token. Only its hash is stored, and the start by which people know it. */
export function newToken() {
  const prefix = `brz_${randomBytes(4).toString('hex')}`;
  const token = `${prefix}_${randomBytes(32).toString('base64url')}`;
  return { token, prefix, tokenHash: sha256(token) };
}

const contact = alias(account, 'contact');

/** Whether the person of contact still works at the program's office, or for all. */
const isContactThere = sql<boolean>`(${contact.disabledAt} is null
  and (${contact.mdaId} = ${account.mdaId} or ${contact.role} in ('administrator', 'oversight')))`;

/** Builds the query of one program that may call now. */
function selectCallers(db: Database, condition: SQL) {
  return db
    .select({
      caller: {
        accountId: account.id,
        role: account.role,
        mdaId: account.mdaId,
        walls: wallsOf(account),
        contactId: program.contactId,
        scopes: program.scopes,
        sessionId: account.id,
        // Two people stand for it in place of a second factor.
        mfa: sql<boolean>`true`,
      },
      expiresAt: program.expiresAt,
      lastUsedAt: program.lastUsedAt,
    })
    .from(program)
    .innerJoin(account, eq(account.id, program.accountId))
    .innerJoin(contact, eq(contact.id, program.contactId))
    .where(and(condition, isNotNull(program.confirmedBy), isNull(program.endedAt), isContactThere));
}

const callerStatement = keepPrepared('program', (db) => selectCallers(db, eq(program.tokenHash, param('tokenHash'))));

const minute = 60_000;

/** Finds the program that a token names, and records the use. */
export async function findProgramCaller(
  { reads, scoped }: Pick<Services, 'reads' | 'scoped'>,
  { token, now }: Pick<BearerCredentials, 'token' | 'now'>,
): Promise<Caller | undefined> {
  const [found] = await callerStatement(reads).execute({ tokenHash: sha256(token) });
  if (!found?.expiresAt || found.expiresAt <= now) return undefined;
  if (Math.abs(now.getTime() - (found.lastUsedAt?.getTime() ?? 0)) > minute) {
    const own = eq(program.accountId, found.caller.accountId);
    // A full disk must not keep programs from reading.
    await scoped(anyScope)
      .update(program)
      .set({ lastUsedAt: now })
      .where(own)
      .catch(() => {});
  }
  return found.caller;
}

/** Returns why the token of a program does not work. */
export async function whyRefused(
  { scoped }: Pick<Services, 'scoped'>,
  { token, now }: Pick<BearerCredentials, 'token' | 'now'>,
): Promise<string> {
  const [found] = await scoped(anyScope)
    .select({ row: program, isContactThere })
    .from(program)
    .innerJoin(account, eq(account.id, program.accountId))
    .innerJoin(contact, eq(contact.id, program.contactId))
    .where(eq(program.tokenHash, sha256(token)));
  const state = found ? stateOf(found.row, found.isContactThere, now) : 'active';
  return programMessage.token[state === 'active' ? 'unknown' : state];
}

/** Finds the caller of an unexpired program by its account instead of its token. */
export async function findProgram(db: Database, accountId: string, now: Date): Promise<Caller | undefined> {
  const isUnexpired = and(eq(program.accountId, accountId), or(isNull(program.expiresAt), gt(program.expiresAt, now)));
  const [found] = await selectCallers(db, isUnexpired!);
  return found?.caller;
}

export type NewProgram = Omit<typeof program.$inferInsert, 'accountId'> &
  Pick<typeof account.$inferInsert, 'role' | 'mdaId'> & { readonly name: string };

/** Adds an account that nobody can sign in with, and the access of its program. */
export async function insertProgram(db: Database, { name, role, mdaId, ...row }: NewProgram): Promise<string> {
  const id = crypto.randomUUID();
  const at = row.requestedAt;
  // Disabled for people, it is no colleague: nobody assigns, notifies or counts it.
  const unused = { lastName: '-', email: programAddress(id), emailVerifiedAt: at, disabledAt: at, createdAt: at };
  await db.insert(account).values({ id, role, mdaId, firstName: name, ...unused });
  await db.insert(program).values({ ...row, accountId: id });
  return id;
}

/** Locks a program until the transaction ends. */
export async function lockProgram(db: Database, id: string) {
  const [row] = await db.select().from(program).where(eq(program.accountId, id)).for('update');
  return row;
}

export async function updateProgram(db: Database, id: string, change: Partial<typeof program.$inferSelect>) {
  await db.update(program).set(change).where(eq(program.accountId, id));
}

const named = (id: SQLWrapper) =>
  sql<Program['contact']>`(select json_build_object('id', p.id, 'name', full_name(p.first_name, p.last_name))
    from ${account} p where p.id = ${id})`;

/** Lists programs as the desk shows them, the newest first; of one MDA, or (null) of all. */
export async function listPrograms(
  db: Database,
  { mdaId, role }: Pick<Caller, 'mdaId' | 'role'>,
  now: Date,
  id?: string,
) {
  const rows = await db
    .select({
      row: program,
      name: account.firstName,
      role: sql<Program['role']>`${account.role}`,
      mda: { id: mda.id, name: mda.name },
      contact: named(program.contactId),
      isContactThere,
      requestedBy: named(program.requestedBy),
      // A requester who has left the office since does not count.
      requesterRole: sql<string | null>`(select p.role from ${account} p where p.id = ${program.requestedBy}
        and p.disabled_at is null and (p.mda_id is null or p.mda_id = ${account.mdaId}))`,
      confirmedBy: sql<Program['confirmedBy']>`${named(program.confirmedBy)}`,
      endedBy: sql<Program['endedBy']>`${named(program.endedBy)}`,
    })
    .from(program)
    .innerJoin(account, eq(account.id, program.accountId))
    .innerJoin(contact, eq(contact.id, program.contactId))
    .leftJoin(mda, eq(mda.id, account.mdaId))
    .where(
      and(
        mdaId === null ? undefined : eq(account.mdaId, mdaId),
        id === undefined ? undefined : eq(program.accountId, id),
      ),
    )
    .orderBy(desc(program.requestedAt), desc(program.accountId));
  return rows.map(({ row, requesterRole, isContactThere: isThere, ...shown }): Program => {
    const state = stateOf(row, isThere, now);
    return {
      ...shown,
      id: row.accountId,
      requestedAt: row.requestedAt.toISOString(),
      state,
      mayConfirm: state === 'waiting' && [requesterRole ?? '', role].toSorted().join() === pairOf(shown.mda),
      prefix: row.prefix,
      scopes: row.scopes,
      expiresAt: row.expiresAt?.toISOString() ?? null,
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      url: row.url,
      types: row.types,
      failingSince: row.failingSince?.toISOString() ?? null,
    };
  });
}

/** The roles that decide together, in the order of the alphabet. */
const pairOf = (of: Program['mda']) => (of === null ? 'administrator,oversight' : 'administrator,supervisor');

function stateOf(row: typeof program.$inferSelect, isThere: boolean, now: Date): Program['state'] {
  if (row.endedAt) return 'ended';
  if (row.expiresAt && row.expiresAt <= now) return 'expired';
  if (!isThere) return 'contact-left';
  return row.confirmedBy ? 'active' : 'waiting';
}
