import * as contract from '@baraza/contract';
import { and, eq } from 'drizzle-orm';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { type AccountRow, findAccountById, updateAccount } from '../../../auth/account.store.ts';
import { mailDeputyAway } from '../../../auth/mails.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import type { Database } from '../../../db/database.ts';
import { isNotRecused } from '../../../db/row-security/open-to.ts';
import { bypassRowSecurity } from '../../../db/row-security/scope.ts';
import { open } from '../../../db/schema/complaint-tables.ts';
import { complaint } from '../../../db/schema/tables.ts';
import { shownName } from '../../../domain/person-name.ts';
import { notFound, validation } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { todayOf } from '../../reference/today.ts';
import { findLeave, listColleagues, listStoodInFor } from '../../reference/leave.store.ts';

/** Reads a person's leave, their number of open complaints, and possible deputies. */
export async function readCover({ services, caller, params }: Context<typeof contract.getCover>) {
  return coverOf(services, caller, await findInReach(services, caller, params.id));
}

/** Sets or ends the leave of a member of staff. */
export async function setLeave(context: Context<typeof contract.setLeave>): Promise<contract.Cover> {
  const { services, caller, params, body, request } = context;
  const person = await findInReach(services, caller, params.id);
  await requireFitting(services, person, body);
  const { until, deputy } = body;
  await services.db.transaction(async (tx) => {
    await updateAccount(tx, person.id, { awayUntil: until, deputyId: until === null ? null : deputy });
    const event = { action: 'staff.leave-set', object: { kind: 'account', id: person.id } } as const;
    await recordAuditEvent(tx, services, request, { ...event, detail: { until, deputy } });
    if (until !== null) await reportUncovered(tx, services, person, until);
  });
  return coverOf(services, caller, person);
}

type MdaStaffRow = AccountRow & { readonly mdaId: string };

/** Finds a member of staff: officers find themselves, supervisors their staff, administrators everyone. */
async function findInReach({ db }: Services, caller: Caller, id: string): Promise<MdaStaffRow> {
  const person = await findAccountById(db, id);
  const isOwn = id === caller.accountId;
  const isStaff = caller.role === 'supervisor' && person?.mdaId === caller.mdaId;
  if (!person || person.mdaId === null || person.disabledAt) throw notFound();
  if (!isOwn && !isStaff && caller.role !== 'administrator') throw notFound();
  return { ...person, mdaId: person.mdaId };
}

type NewLeave = Context<typeof contract.setLeave>['body'];

async function requireFitting(services: Services, person: MdaStaffRow, { until, deputy }: NewLeave): Promise<void> {
  if (until === null) return;
  const today = todayOf(services);
  if (until < today.day) throw validation({ until: contract.staffMessage.holidayPast });
  if (deputy === null) return;
  const colleague = (await listColleagues(services.db, person.mdaId, today)).find(({ id }) => id === deputy);
  if (!colleague || deputy === person.id) throw validation({ deputy: contract.staffMessage.deputyForeign });
  if (colleague.leave) throw validation({ deputy: contract.staffMessage.deputyAway });
}

/** Mails the supervisors who now stand in, since a deputy goes away too. */
async function reportUncovered(tx: Database, services: Services, person: MdaStaffRow, until: string): Promise<void> {
  const absent = (await listStoodInFor(tx, person.id, todayOf(services))).map(({ name }) => name).join(', ');
  if (absent === '') return;
  const deputy = shownName(person);
  for (const { id, role, leave } of await listColleagues(tx, person.mdaId, todayOf(services))) {
    if (role !== 'supervisor' || leave || id === person.id) continue;
    const { email } = (await findAccountById(tx, id)) ?? {};
    if (email) await mailDeputyAway(tx, services, { to: email, until, deputy, absent });
  }
}

async function coverOf(services: Services, caller: Caller, { id, mdaId }: MdaStaffRow): Promise<contract.Cover> {
  const today = todayOf(services);
  const colleagues = await listColleagues(services.db, mdaId, today);
  return {
    leave: await findLeave(services.db, id, today),
    openComplaints: await countOpen(services, caller, { id, mdaId }),
    standsInFor: await listStoodInFor(services.db, id, today),
    colleagues: colleagues.filter((colleague) => colleague.id !== id),
  };
}

/** Counts a person's open complaints, also for administrators, who may not read them. */
async function countOpen({ db }: Services, reader: Caller, { id, mdaId }: Pick<MdaStaffRow, 'id' | 'mdaId'>) {
  return db.transaction(async (tx) => {
    await bypassRowSecurity(tx);
    const inHand = and(eq(complaint.mdaId, mdaId), eq(complaint.assigneeId, id), open);
    return tx.$count(complaint, and(inHand, isNotRecused(complaint, reader.accountId)));
  });
}
