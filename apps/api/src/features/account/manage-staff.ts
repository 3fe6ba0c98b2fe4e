import type { Staff } from '@baraza/contract/account/account';
import { message } from '@baraza/contract/core/message';
import type { StaffRole } from '@baraza/contract/core/role';
import type { FastifyRequest } from 'fastify';
import { keepMessage } from '@baraza/contract/mda/keep-message';
import type { Database } from '../../db/database.ts';
import { recordAuditEvent } from '../../audit/audit-event.ts';
import type { Caller } from '../../auth/session/caller.ts';
import { conflict, notFound, unauthenticated, validation } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { endSessions } from '../../auth/session/session.store.ts';
import { requireSeen } from '../../http/version.ts';
import * as store from '../../auth/account.store.ts';
import { invite } from './invite.ts';
import { notifyNoEligibleStaff } from '../recusal/notify-no-eligible-staff.ts';

interface NewStaff {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly mda?: string | null | undefined;
}

/** Creates an account without a password and mails a link to set one. */
export async function createStaff(
  services: Services,
  caller: Caller,
  input: NewStaff,
  request: FastifyRequest,
): Promise<Staff> {
  const { db, clock } = services;
  const { email, role } = input;
  const id = crypto.randomUUID();
  await db.transaction(async (tx) => {
    const mdaId = await mdaFor(tx, role, input.mda);
    if (await store.findAccount(tx, email, 'mda')) throw taken();
    const name = { firstName: input.first_name, lastName: input.last_name };
    await store.insertAccount(tx, { id, role, email, ...name, mdaId, createdAt: clock.now() });
    await invite(tx, services, { id, email, firstName: input.first_name });
    const object = { kind: 'account', id };
    await recordAuditEvent(tx, services, request, { action: 'staff.invited', object, detail: { role, mda: mdaId } });
  });
  request.log.info({ actor: caller.accountId, object: id, role, outcome: 'created' }, 'staff');
  return requireStaff(db, id);
}

interface StaffChange {
  readonly id: string;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly role?: StaffRole | undefined;
  readonly mda?: string | null | undefined;
  readonly disabled?: boolean | undefined;
  /** The version that the caller saw. */
  readonly version: number;
}

/** Changes a staff account; a change of role, MDA or access signs it out everywhere. */
export async function updateStaff(
  services: Services,
  caller: Caller,
  change: StaffChange,
  request: FastifyRequest,
): Promise<Staff> {
  const { db, clock } = services;
  const changed = Object.keys(change).filter((name) => name !== 'id' && name !== 'version');
  await db.transaction(async (tx) => {
    const account = await lockBoth(tx, caller, change.id);
    if (!account || account.role === 'citizen') throw notFound();
    requireSeen(change.version, await requireStaff(tx, account.id));
    const role = change.role ?? account.role;
    const disabled = change.disabled ?? account.disabledAt !== null;
    if (account.id === caller.accountId && (disabled || role !== account.role)) throw ownAccount();
    const mdaId = await mdaFor(tx, role, change.mda === undefined ? account.mdaId : change.mda);
    const firstName = change.first_name ?? account.firstName;
    const lastName = change.last_name ?? account.lastName;
    await store.updateStaffAccount(tx, account.id, {
      firstName,
      lastName,
      role,
      mdaId,
      disabledAt: disabled ? (account.disabledAt ?? clock.now()) : null,
    });
    if (disabled || role !== account.role || mdaId !== account.mdaId) await endSessions(tx, account.id);
    const detail = { changed: changed.join(', '), role, mda: mdaId, disabled };
    await recordAuditEvent(tx, services, request, {
      action: 'staff.changed',
      object: { kind: 'account', id: change.id },
      detail,
    });
    const isGone = disabled || !store.needsMda(role) || mdaId !== account.mdaId;
    if (account.mdaId !== null && account.disabledAt === null && isGone)
      await notifyNoEligibleStaff(tx, services, account.mdaId);
  });
  request.log.info({ actor: caller.accountId, object: change.id, changed, outcome: 'changed' }, 'staff');
  return requireStaff(db, change.id);
}

/** Locks both accounts by id, so that two administrators cannot disable each other at once. */
async function lockBoth(db: Database, caller: Caller, id: string): Promise<store.AccountRow | undefined> {
  const ids = [...new Set([caller.accountId, id])].toSorted();
  const rows = new Map<string, store.AccountRow | undefined>();
  for (const each of ids) rows.set(each, await store.lockAccount(db, each));
  const self = rows.get(caller.accountId);
  if (!self || self.disabledAt || self.role !== caller.role) throw unauthenticated();
  return rows.get(id);
}

export async function requireStaff(db: Database, id: string): Promise<Staff> {
  const staff = await store.findStaff(db, id);
  if (!staff) throw notFound();
  return staff;
}

/** Validates the MDA of officers and supervisors; null for other roles. */
async function mdaFor(
  db: Database,
  role: store.AccountRow['role'],
  id: string | null | undefined,
): Promise<string | null> {
  if (!store.needsMda(role)) return null;
  if (!id) throw validation({ mda: message.required });
  if (!(await store.findMda(db, id))) throw validation({ mda: message.invalid });
  return id;
}

function taken() {
  return conflict(keepMessage.accountTaken, { email: keepMessage.accountTaken });
}

function ownAccount() {
  return conflict(keepMessage.accountOwn);
}
