import * as contract from '@baraza/contract';
import { recordAuditEvent } from '../../../audit/audit.ts';
import * as store from '../../../auth/account.store.ts';
import { requireCurrentPassword } from '../../../auth/password/change-password.ts';
import { announceChange, mustWait, requestChange } from '../../../auth/access/request-access-change.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { endSessions } from '../../../auth/session/session.store.ts';
import type { Database } from '../../../db/database.ts';
import { conflict, notFound, requireSeen, unauthenticated, validation } from '../../../http/errors.ts';
import { isPowerful, weighAccess } from '../../../domain/access-weight.ts';
import type { Context } from '../../../http/mount.ts';
import { refusedOf } from '../../../mail/refused-address.ts';
import { changeAccess } from './change-access.ts';
import { turnOffMfa } from './confirm-access-change.ts';
import { invite } from './invite.ts';
import { leavesMda } from './leave-mda.ts';

/** Lists all staff, and whether the mail of an open invitation was refused. */
export async function listStaff({ services }: Context<typeof contract.listStaff>): Promise<contract.Staff[]> {
  const { db, clock } = services;
  const staff = await store.listStaff(db);
  const invited = staff.flatMap((row) => (row.invited ? [row.email] : []));
  const refused = await refusedOf(db, invited, clock.now());
  return staff.map((row) => (row.invited ? { ...row, mailRefused: refused.has(row.email) } : row));
}

/** Creates an account without a password and mails a link to set one. */
export async function createStaff(context: Context<typeof contract.createStaff>): Promise<contract.Staff> {
  const { services, caller, body, request } = context;
  const { email, role, first_name: firstName, last_name: lastName } = body;
  const id = crypto.randomUUID();
  await services.db.transaction(async (tx) => {
    const mdaId = await mdaFor(tx, role, body.mda);
    if (await store.findAccount(tx, email, 'mda')) throw conflict(contract.staffMessage.accountTaken, 'email');
    const own = agentOf(role, body);
    const now = services.clock.now();
    const wanted = { action: 'access', accountId: id, role, mdaId } as const;
    const waits = await mustWait(tx, context, weighAccess(null, { role, mdaId, disabled: false }), wanted);
    const disabledAt = waits ? now : null;
    await store.insertAccount(tx, { id, role, email, firstName, lastName, mdaId, disabledAt, createdAt: now, ...own });
    if (waits) return requestChange(tx, context, wanted);
    await invite(tx, services, { id, email, firstName });
    const detail = { role, mda: mdaId };
    await recordAuditEvent(tx, services, request, { action: 'staff.invited', object: { kind: 'account', id }, detail });
    await announceChange(tx, context, wanted, { role, mdaId, disabled: true });
  });
  request.log.info({ actor: caller.accountId, object: id, role, outcome: 'created' }, 'staff');
  return store.requireStaff(services.db, id);
}

/** Changes a staff account; a change of role, MDA or access signs it out everywhere. */
export async function updateStaff(context: Context<typeof contract.updateStaff>): Promise<contract.Staff> {
  const { services, caller, body, request } = context;
  const { id, handTo = null } = body;
  const changed = Object.keys(body).filter((name) => name !== 'id' && name !== 'version');
  await services.db.transaction(async (tx) => {
    const { account, successor } = await lockTogether(tx, caller, id, handTo);
    requireSeen(body.version, await store.requireStaff(tx, id));
    const { first_name: firstName, last_name: lastName, role = account.role } = body;
    const disabled = body.disabled ?? account.disabledAt !== null;
    if (id === caller.accountId && (disabled || role !== account.role))
      throw conflict(contract.staffMessage.accountOwn);
    const mdaId = await mdaFor(tx, role, body.mda === undefined ? account.mdaId : body.mda);
    const own = agentOf(role, { centre: account.centre, phone: account.phone ?? '', ...body });
    if (account.role === 'agent' && !account.disabledAt && own.centre !== account.centre && role === 'agent')
      throw conflict(contract.staffMessage.centreFixed, 'centre');
    const leaves = leavesMda(account, { role, mdaId, disabled });
    const isColleague =
      successor?.mdaId === account.mdaId && successor.id !== account.id && successor.disabledAt === null;
    if (leaves && handTo !== null && !isColleague) throw validation({ handTo: contract.staffMessage.deputyForeign });
    const access = { role, mdaId, disabled, handToId: handTo };
    await changeAccess(tx, context, account, access, {
      changed: changed.join(', '),
      names: { firstName, lastName, ...own },
    });
  });
  request.log.info({ actor: caller.accountId, object: id, changed, outcome: 'changed' }, 'staff');
  return store.requireStaff(services.db, id);
}

/** Mails a new invitation link. */
export function inviteAgain(context: Context<typeof contract.inviteAgain>): Promise<contract.Staff> {
  const { services, request } = context;
  return withColleague(context, async (tx, account) => {
    const { id, role, mdaId, disabledAt } = account;
    if (!store.isInvited(account) || disabledAt) throw conflict(contract.staffMessage.doneMeanwhile);
    if (isPowerful(role)) return requestChange(tx, context, { action: 'invitation', accountId: id, mdaId });
    await invite(tx, services, account);
    await recordAuditEvent(tx, services, request, { action: 'staff.invited', object: { kind: 'account', id } });
  });
}

/** Ends all sessions of a colleague; of the caller's own, all but the present one. */
export function signOutStaff(context: Context<typeof contract.signOutStaff>): Promise<contract.Staff> {
  const { services, caller, request } = context;
  return withColleague(context, async (tx, { id }) => {
    await endSessions(tx, id, id === caller.accountId ? caller.sessionId : undefined);
    await recordAuditEvent(tx, services, request, { action: 'staff.signed-out', object: { kind: 'account', id } });
  });
}

/** Turns off a colleague's MFA, signs them out and mails them. */
export async function resetMfa(context: Context<typeof contract.resetMfa>): Promise<contract.Staff> {
  const { services, caller, body, request } = context;
  await requireCurrentPassword(services, caller, body.currentPassword, request);
  return withColleague(context, async (tx, account) => {
    const { id, role, mdaId, mfaAt } = account;
    if (id === caller.accountId) throw conflict(contract.staffMessage.ownMfa);
    if (!mfaAt) throw conflict(contract.staffMessage.doneMeanwhile);
    if (isPowerful(role)) return requestChange(tx, context, { action: 'mfa-reset', accountId: id, mdaId });
    await turnOffMfa(tx, services, account);
    await recordAuditEvent(tx, services, request, { action: 'staff.mfa-reset', object: { kind: 'account', id } });
  });
}

/** Runs work on a locked staff account; returns the account afterwards. */
async function withColleague(
  { services, params: { id } }: Pick<Context<typeof contract.inviteAgain>, 'services' | 'params'>,
  work: (tx: Database, account: store.AccountRow) => Promise<void>,
) {
  await services.db.transaction(async (tx) => {
    const account = await store.lockAccount(tx, id);
    if (!account || account.role === 'citizen') throw notFound();
    await work(tx, account);
  });
  return store.requireStaff(services.db, id);
}

/** Locks administrator, account and successor, so that two administrators cannot disable each other at once. */
async function lockTogether(db: Database, caller: Caller, id: string, handTo: string | null) {
  const rows = await store.lockStaff(db, [caller.accountId, id, ...(handTo === null ? [] : [handTo])]);
  const self = rows.get(caller.accountId);
  if (!self || self.disabledAt || self.role !== caller.role) throw unauthenticated();
  const account = rows.get(id);
  if (!account) throw notFound();
  return { account, successor: handTo === null ? undefined : rows.get(handTo) };
}

/** Returns centre and number of an agent. Of other staff they stay: an undone change of role needs them. */
function agentOf(
  role: store.AccountRow['role'],
  { centre, phone }: Pick<contract.BodyOf<typeof contract.createStaff>, 'centre' | 'phone'>,
) {
  if (role !== 'agent') return {};
  if (!centre) throw validation({ centre: contract.message.required });
  return { centre, phone: phone || null };
}

async function mdaFor(db: Database, role: store.AccountRow['role'], id: string | null | undefined) {
  if (!store.needsMda(role)) return null;
  if (!id) throw validation({ mda: contract.message.required });
  if (!(await store.findMda(db, id))) throw validation({ mda: contract.message.invalid });
  return id;
}
