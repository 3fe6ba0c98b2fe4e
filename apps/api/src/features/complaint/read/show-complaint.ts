import {
  type Attachment,
  type Complaint,
  type ComplaintLink,
  type DeskComplaint,
  type HistoryEntry,
  isOpen,
  isWorked,
  statusOf,
  timerKinds,
  unknownMda,
} from '@baraza/contract';
import type { Caller } from '../../../auth/session/caller.ts';
import { type ShownFile, toAttachment } from '../../../files/file.store.ts';
import { notFound } from '../../../http/errors.ts';
import type { Services } from '../../../services.ts';
import { findLeave } from '../../reference/leave.store.ts';
import { citizenAtDesk } from '../identity/identity-disclosure.ts';
import { redactedMark, redactStep } from '../../../domain/redact-person.ts';
import { toRules } from '../../reference/sla-target.store.ts';
import { ownershipPeriods, readTimers } from '../../../domain/sla-timer.ts';
import { todayOf } from '../../reference/today.ts';
import { appealEnds } from '../../../domain/appeal.ts';
import { findParentOf, nameOfCitizen } from '../merge/duplicate.store.ts';
import {
  type FilesOf,
  type NamedEvent,
  readEvents,
  toPublicHistory,
  toWholeHistory,
  withoutFormerRequests,
  withoutPeople,
} from '../record/event.store.ts';
import { proposedRejection } from '../rejection/rejection.ts';
import { timesInCycle, actionsNow, sideOf } from '../../../domain/allowed-actions.ts';
import { isReply } from '../../../domain/step.ts';
import { sharedSteps } from '../../../domain/effects.ts';
import {
  type CitizensDetails,
  type ComplaintDetails,
  findComplaint,
  findOwnComplaint,
  toComplaint,
} from '../record/details.store.ts';
import { countEarlier, listMerged } from './related.store.ts';

/** One complaint as its citizen reads it. */
export async function showToCitizen(services: Services, caller: Caller, id: string): Promise<Complaint> {
  const row = await findOwnComplaint(services.reads, caller.accountId, id);
  if (!row) throw notFound();
  return toCitizensComplaint(services, caller, row);
}

/** Converts what was read of a complaint to what its citizen reads. */
export async function toCitizensComplaint(
  services: Services,
  caller: Caller,
  row: CitizensDetails,
): Promise<Complaint> {
  const { events, files } = row;
  const filesOf = attachmentsBy(services, caller, files);
  const history = toPublicHistory(events, row.mda.name, filesOf);
  const complaint = toComplaint(row, { history, attachments: filesOf(null), ...timesOf(services, row, events) });
  return row.mergedIntoId === null ? complaint : readAsDuplicate(services, complaint, row.mergedIntoId);
}

/** Reads a complaint for the desk. @throws AppError NOT_FOUND. */
export async function showAtDesk(services: Services, caller: Caller, id: string): Promise<DeskComplaint> {
  const shown = await findAtDesk(services, caller, id);
  if (!shown) throw notFound();
  return shown;
}

/** Reads a complaint for the desk; null for one that the caller may not see. */
export async function findAtDesk(services: Services, caller: Caller, id: string): Promise<DeskComplaint | null> {
  const { db } = services;
  const row = await findComplaint(db, caller, id);
  if (!row) return null;
  const { events, files } = row;
  const [complaintsBefore, related, citizen, leave] = await Promise.all([
    countEarlier(db, caller, id),
    listMerged(db, caller, row),
    citizenAtDesk(db, caller, row, services.clock.now()),
    row.assignee && findLeave(db, row.assignee.id, todayOf(services)),
  ]);
  const filesOf = attachmentsBy(services, caller, files);
  const isHolder = sideOf(caller, { mdaId: row.mda.id }) === 'holder';
  // Notes are for the MDA that has the complaint; who is recused, and why, for its supervisors.
  const mayReadRecusals = isHolder && caller.role !== 'officer';
  const owned = caller.role === 'oversight' ? events : withoutFormerRequests(events);
  const history = isHolder
    ? toWholeHistory(mayReadRecusals ? owned : owned.map(withoutPeople), filesOf)
    : toPublicForOffice(events, filesOf);
  const isCallable = citizen.identity !== null || (row.assignee?.id === caller.accountId && isWorked(row.state));
  const times = timesOf(services, row, events);
  const allowed = actionsNow(caller, { ...row, mdaId: row.mda.id }, events);
  const mayAskIdentity = row.identity !== 'anonymous' && citizen.identity === null;
  return {
    ...toComplaint(row, { history, attachments: filesOf(null), ...times, parentState: related.parent?.state }),
    assignee: row.assignee && { ...row.assignee, leave },
    version: row.version,
    callPhone: isCallable ? row.callPhone : null,
    // Who asks for an identity is a matter of the MDA that has it.
    citizen: { ...citizen, complaintsBefore, identityRequests: isHolder ? citizen.identityRequests : [] },
    allowed: allowed.filter((action) => action !== 'requestIdentity' || mayAskIdentity),
    timers: timerKinds.map((kind) => {
      const { dueAt, reminders: _, ...timer } = times.timers[kind];
      return { ...timer, dueAt: dueAt && dueAt.toISOString() };
    }),
    extensions: timesInCycle('extend', events),
    escalated: row.escalatedAt !== null,
    offeredTo: row.offeredTo,
    rejection: isHolder ? proposedRejection(row.rejectionProposedBy, events) : null,
    ...related,
    recusedStaff: mayReadRecusals ? row.recusedStaff : [],
  };
}

/** The files of each step; under null those filed with the complaint. */
function attachmentsBy(services: Services, caller: Caller, files: readonly ShownFile[]) {
  return (seq: number | null): Attachment[] =>
    files.filter(({ eventSeq }) => eventSeq === seq).map((file) => toAttachment(file, services, caller));
}

/** What an MDA reads of a complaint that is offered to it: the steps the citizen knows, and why it is offered. */
function toPublicForOffice(events: readonly NamedEvent[], filesOf: FilesOf) {
  const known = events.filter((it) => it.visibility === 'public');
  // Who of another MDA asked to see who sent it, and why, is a matter of that one.
  return toWholeHistory(
    known.map((it) => (it.action === 'discloseIdentity' ? { ...it, requester: null, reason: null } : it)),
    filesOf,
  );
}

function timesOf(
  services: Services,
  row: Pick<ComplaintDetails, 'rules' | 'mda' | 'state' | 'cycle'>,
  events: readonly NamedEvent[],
) {
  const now = services.clock.now();
  const rules = toRules(row.rules, services.settings.timeZone);
  const names = new Map(events.map(({ data, fromMda }) => [data?.['from'], fromMda] as const));
  const custody = ownershipPeriods(events, row.mda.id, rules.calendar, now)
    .filter(({ mdaId }) => mdaId !== unknownMda)
    .map(({ mdaId, since, until, workingDays }) => ({
      mda: mdaId === row.mda.id ? row.mda.name : (names.get(mdaId) ?? ''),
      since: since.toISOString(),
      until: until && until.toISOString(),
      workingDays,
    }));
  const ends = appealEnds(row, events, services.settings.appealDays);
  const appealUntil = ends && ends >= now ? ends : null;
  return { timers: readTimers(events, rules, now), custody, appealUntil };
}

/** Complaints that stand beside one that the caller may open. */
export async function showRelated<Link extends ComplaintLink>(
  services: Services,
  caller: Caller,
  id: string,
  list: (db: Services['db'], caller: Caller, id: string) => Promise<Link[]>,
): Promise<Link[]> {
  const row = await findComplaint(services.db, caller, id);
  // Of an offered complaint the MDA that has it knows the neighbours, nobody else.
  if (!row) throw notFound();
  if (sideOf(caller, { mdaId: row.mda.id }) === 'offered') return [];
  return list(services.db, caller, id);
}

/** Adds the parent's status, dates and public answers to a duplicate; nothing of the parent's citizen. */
async function readAsDuplicate(services: Services, own: Complaint, parentId: string): Promise<Complaint> {
  const parent = await findParentOf(services.db, parentId);
  if (!parent) return own;
  const [events, person] = await Promise.all([
    readEvents(services.db, parentId),
    nameOfCitizen(services.db, parent.citizenId),
  ]);
  const since = own.history.findLast((it) => it.action === 'merge')?.at ?? '';
  const steps = toPublicHistory(events, parent.mda.name)
    .filter((it) => sharedSteps.has(it.action) && it.at >= since)
    .map((it): HistoryEntry => redactStep(person, { ...it, cycle: own.cycle }));
  const history = [...own.history, ...steps]
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map((it, index) => ({ ...it, id: String(index + 1) }));
  const newest = steps.findLast((it) => isReply(it.action));
  const now = services.clock.now();
  const paused = parent.pausedUntil !== null && parent.pausedUntil > now;
  return {
    ...own,
    status: statusOf(own.state, parent.state),
    mda: parent.mda,
    outcome: parent.outcome,
    // The event may have lost all its words where the row lost a name alone.
    reply: (newest?.text === redactedMark ? parent.reply : newest?.text) ?? own.reply,
    repliedAt: newest?.at ?? own.repliedAt,
    timer: !isOpen(parent.state) ? 'stopped' : paused ? 'paused' : 'running',
    dueAt: paused ? null : (parent.dueAt?.toISOString() ?? null),
    pausedUntil: paused ? (parent.pausedUntil?.toISOString() ?? null) : null,
    history,
  };
}
