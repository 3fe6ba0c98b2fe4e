import type { StaffRole } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { listChanges } from '../../../auth/access/access-change.store.ts';
import { withdrawChange } from '../../../auth/access/request-access-change.ts';
import { type AccountRow, needsMda } from '../../../auth/account.store.ts';
import { mailGuardians } from '../../../auth/mails.ts';
import type { RequestActor } from '../../../auth/session/request-actor.ts';
import type { Database } from '../../../db/database.ts';
import { mda } from '../../../db/schema/tables.ts';
import { weighAccess } from '../../../domain/access-weight.ts';
import { isWithinRate } from '../../../limits/throttle.store.ts';
import { claimRoles } from '../../../config/setting-rules.ts';
import { changeAccess } from '../account/change-access.ts';
import type { Claims, Provider } from './provider.ts';

type StaffRow = AccountRow & { readonly role: StaffRole };

const oncePerDay = { max: 1, seconds: 24 * 3600 };

/** Sets role and MDA as the claims say; returns the claims that were missing. What widens access may wait for a second person. */
export async function applyClaims(
  tx: Database,
  actor: RequestActor,
  account: StaffRow,
  provider: Provider,
  claims: Claims,
): Promise<string[]> {
  if (account.role === 'administrator') return [];
  const missing: string[] = [];
  const valueOf = <T>(name: string | undefined, found: T | undefined, before: T): T => {
    if (name !== undefined && found === undefined) missing.push(name);
    return found ?? before;
  };
  const { claimNames, meanings } = provider;
  const named = meaningsOf(claims[claimNames.role ?? ''], meanings.role);
  // A person of several groups has the role that the setting names first.
  const roles = meanings.role ? named.slice(0, 1) : named;
  const role = valueOf(claimNames.role, only(claimRoles.filter((known) => roles.includes(known))), account.role);
  const mdas = needsMda(role) ? meaningsOf(claims[claimNames.mda ?? ''], meanings.mda) : [];
  const mdaId = needsMda(role) ? valueOf(claimNames.mda, await findMda(tx, mdas, meanings.mda), account.mdaId) : null;
  if (missing.length > 0) await reportMissing(tx, actor, account, { provider: provider.name, missing });
  const wanted = { role, mdaId, disabled: false };
  const waiting = await findWaiting(tx, actor, account);
  const weight = weighAccess({ ...account, disabled: false }, wanted);
  const isAsked = waiting?.role === role && (waiting.mda?.id ?? null) === mdaId;
  // What an earlier claim asked for is void once the provider says otherwise.
  if (waiting?.by.id === account.id && !isAsked)
    await withdrawChange(tx, actor, waiting, { accountId: account.id, mdaId: waiting.mda?.id ?? null });
  else if (waiting && weight !== 'free') return missing;
  const isSame = role === account.role && mdaId === account.mdaId;
  if (isSame || (needsMda(role) && mdaId === null)) return missing;
  await changeAccess(tx, actor, account, { ...wanted, handToId: null }, { changed: 'claims' });
  return missing;
}

/** Reads what the texts of a claim stand for. The order of the setting, if there is one, is kept. */
function meaningsOf(claim: unknown, meanings: readonly (readonly [string, string])[] | undefined): string[] {
  const values = [claim].flat().filter((value) => typeof value === 'string');
  return meanings ? meanings.filter(([value]) => values.includes(value)).map(([, meaning]) => meaning) : values;
}

/** Returns the one value of a list; undefined for none or more. */
const only = <T>(values: readonly T[]): T | undefined => (values.length === 1 ? values[0] : undefined);

/** Finds the one active MDA with one of these names or ids. What a setting names has to be known. */
async function findMda(tx: Database, values: readonly string[], setting: unknown): Promise<string | undefined> {
  const names = values.map((value) => value.toLowerCase());
  const rows = await tx.select({ id: mda.id, name: mda.name }).from(mda).where(eq(mda.active, true));
  const known = rows.flatMap(({ id, name }) => [id, name.toLowerCase()]);
  // One that was renamed or closed still makes several: nobody moves to what remains.
  if (setting !== undefined && !names.every((name) => known.includes(name))) return undefined;
  return only(rows.filter(({ id, name }) => names.includes(id) || names.includes(name.toLowerCase())))?.id;
}

async function findWaiting(tx: Database, { services }: RequestActor, { id, mdaId }: StaffRow) {
  const changes = await listChanges(tx, services.clock.now(), { subject: { accountId: id, mdaId } });
  return changes.find(({ undoableUntil }) => undoableUntil === null);
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
      `${email} signed in through ${provider}, which did not name exactly one role or MDA known here in: ${missing.join(', ')}.`,
      'The account keeps what it had. Please have it mended at the provider, or change the account at the desk.',
    ],
  });
}
