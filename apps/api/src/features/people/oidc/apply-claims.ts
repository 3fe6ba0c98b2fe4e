import type { StaffRole } from '@baraza/contract';
import { and, eq, or, sql } from 'drizzle-orm';
import { listChanges } from '../../../auth/access/access-change.store.ts';
import { type AccountRow, needsMda } from '../../../auth/account.store.ts';
import { mailGuardians } from '../../../auth/mails.ts';
import type { RequestActor } from '../../../auth/session/request-actor.ts';
import type { Database } from '../../../db/database.ts';
import { mda } from '../../../db/schema/tables.ts';
import { isWithinRate } from '../../../limits/throttle.store.ts';
import { changeAccess } from '../account/change-access.ts';
import type { Claims, Provider } from './provider.ts';

type StaffRow = AccountRow & { readonly role: StaffRole };

/** Nobody becomes an administrator by a claim. */
const claimRoles: readonly StaffRole[] = ['officer', 'supervisor', 'oversight'];
const oncePerDay = { max: 1, seconds: 24 * 3600 };

/** Sets role and MDA as the claims say; returns the claims that were missing. What widens access may wait for a second person. */
export async function applyClaims(
  tx: Database,
  actor: RequestActor,
  account: StaffRow,
  { claimNames, name: provider }: Provider,
  claims: Claims,
): Promise<string[]> {
  if (account.role === 'administrator') return [];
  const missing: string[] = [];
  const valueOf = <T>(name: string | undefined, found: T | undefined, before: T): T => {
    if (name !== undefined && found === undefined) missing.push(name);
    return found ?? before;
  };
  const values = (name: string | undefined) => (name === undefined ? [] : [claims[name]].flat().map(String));
  const role = valueOf(claimNames.role, only(claimRoles, values(claimNames.role)), account.role);
  const mdaId = needsMda(role)
    ? valueOf(claimNames.mda, await findClaimedMda(tx, values(claimNames.mda)), account.mdaId)
    : null;
  if (missing.length > 0) await reportMissing(tx, actor, account, { provider, missing });
  const isSame = role === account.role && mdaId === account.mdaId;
  if (isSame || (needsMda(role) && mdaId === null) || (await isChangeWaiting(tx, actor, account))) return missing;
  await changeAccess(tx, actor, account, { role, mdaId, disabled: false, handToId: null }, { changed: 'claims' });
  return missing;
}

/** Returns the one known value among several; undefined for none or more. */
function only<T extends string>(known: readonly T[], values: readonly string[]): T | undefined {
  const found = known.filter((value) => values.includes(value));
  return found.length === 1 ? found[0] : undefined;
}

/** Finds the one active MDA that a claim names, by its id or its name. */
async function findClaimedMda(tx: Database, values: readonly string[]): Promise<string | undefined> {
  const [value] = values;
  if (value === undefined || values.length > 1) return undefined;
  const isNamed = or(eq(sql`${mda.id}::text`, value), eq(sql`lower(${mda.name})`, value.toLowerCase()));
  const rows = await tx.select({ id: mda.id }).from(mda).where(and(mda.active, isNamed));
  return rows.length === 1 ? rows[0]?.id : undefined;
}

async function isChangeWaiting(tx: Database, { services }: RequestActor, { id, mdaId }: StaffRow): Promise<boolean> {
  const changes = await listChanges(tx, services.clock.now(), { subject: { accountId: id, mdaId } });
  return changes.some(({ undoableUntil }) => undoableUntil === null);
}

/** Mails administrators and oversight of a missing claim, once a day for each account. */
async function reportMissing(
  tx: Database,
  { services }: RequestActor,
  { id, email }: StaffRow,
  { provider, missing }: { readonly provider: string; readonly missing: readonly string[] },
): Promise<void> {
  if (!(await isWithinRate(tx, oncePerDay, ['missing claims', id], services.clock.now()))) return;
  await mailGuardians(tx, services, {
    subject: 'The sign-in provider left out what somebody may do',
    lines: [
      `${email} signed in through ${provider}, which named nothing known here in: ${missing.join(', ')}.`,
      'The account keeps what it had. Please have it mended at the provider, or change the account at the desk.',
    ],
  });
}
