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
import { toMessageDelivery } from '../../../mail/delivery.store.ts';
import { findReach } from '../../../mail/reach.ts';
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
  mayOpen,
  toComplaint,
} from '../record/details.store.ts';
import { toMerged } from './related.store.ts';

/** Reads a complaint for its citizen. @throws AppError NOT_FOUND. */
export async function showToCitizen(services: Services, caller: Caller, id: string): Promise<Complaint> {
  const row = await findOwnComplaint(services.reads, caller.accountId, id);
  if (!row) throw notFound();
  return toCitizensComplaint(services, caller, row);
}

/** Converts a complaint from the database to the reply for its citizen. */
export async function toCitizensComplaint(
  services: Services,
  caller: Caller,
  row: CitizensDetails,
): Promise<Complaint> {
  const { events, files } = row;
  const filesOf = attachmentsBy(services, caller, files);
  const history = toPublicHistory(events, row.mda.name, filesOf);
  const complaint = toComplaint(row, { history, attachments: filesOf(null), ...timesOf(services, row, events) });
  complaint.fields = row.fields.filter(({ asked, value }) => asked && value !== null);
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
  const now = services.clock.now();
  const row = await findComplaint(db, caller, id, { ...todayOf(services), now });
  if (!row) return null;
  const { assignee, complaintsBefore, events, files, isWithheld } = row;
  // A deputy reads what the absent assignee reads.
  const isDeputy = assignee?.leave?.deputy?.id === caller.accountId;
  const handlerId = isDeputy ? caller.accountId : (assignee?.id ?? null);
  const citizen = await citizenAtDesk(db, caller, row, { now, isWithheld, handlerId });
  const related = toMerged(row.mergedWith, row.mergedIntoId);
  const filesOf = attachmentsBy(services, caller, files);
  const isHolder = sideOf(caller, { mdaId: row.mda.id }) === 'holder';
  // Notes are for the MDA that has the complaint; who is recused, and why, for its supervisors.
  const mayReadRecusals = isHolder && caller.role !== 'officer' && !caller.scopes;
  const owned = caller.role === 'oversight' ? events : withoutFormerRequests(events);
  const history = isHolder
    ? toWholeHistory(mayReadRecusals ? owned : owned.map(withoutPeople), filesOf)
    : toPublicForOffice(events, filesOf);
  const isAssignee = handlerId === caller.accountId && !isWithheld;
  const isCallable = citizen.identity !== null || (isAssignee && isWorked(row.state));
  const times = timesOf(services, row, events);
  const allowed = actionsNow(caller, { ...row, mdaId: row.mda.id, assigneeId: assignee?.id ?? null }, events);
  const mayAskIdentity = row.identity !== 'anonymous' && citizen.identity === null;
  return {
    ...toComplaint(row, { history, attachments: filesOf(null), ...times, parentState: related.parent?.state }),
    assignee,
    // An office to which it is offered reads what the citizen entered.
    fields: row.fields.filter(({ personal, asked }) => (!personal || citizen.identity !== null) && (isHolder || asked)),
    ...row.marks,
    unit: isHolder ? row.unit : null,
    version: row.version,
    source: row.source,
    filedBy: (isHolder && events[0]?.filedBy) || null,
    callPhone: isCallable ? row.callPhone : null,
    // Identity requests are shown only to the MDA that has the complaint.
    deliveries: row.deliveries.map((delivery) => toMessageDelivery(services.settings, delivery)),
    citizen: {
      ...citizen,
      ...(await findReach(services, row.citizenId, { ...row, email: row.citizen.email })),
      complaintsBefore,
      identityRequests: isHolder ? citizen.identityRequests : [],
    },
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

/** Groups files by step; under null are those filed with the complaint. */
function attachmentsBy(services: Services, caller: Caller, files: readonly ShownFile[]) {
  return (seq: number | null): Attachment[] =>
    files.filter(({ eventSeq }) => eventSeq === seq).map((file) => toAttachment(file, services, caller));
}

/** Returns the history for an MDA to which the complaint is offered: public steps, and why it is offered. */
function toPublicForOffice(events: readonly NamedEvent[], filesOf: FilesOf) {
  const known = events.filter(({ visibility }) => visibility === 'public');
  // Requesters of an identity and their reasons stay within their MDA.
  return toWholeHistory(
    known.map((event) => (event.action === 'discloseIdentity' ? { ...event, requester: null, reason: null } : event)),
    filesOf,
  );
}

function timesOf(
  services: Services,
  row: Pick<ComplaintDetails, 'rules' | 'mda' | 'state' | 'cycle'>,
  events: readonly NamedEvent[],
) {
  const now = services.clock.now();
  const rules = toRules(row.rules, services.settings);
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
  return { timeZone: services.settings.timeZone, timers: readTimers(events, rules, now), custody, appealUntil };
}

/** Lists complaints related to one that the caller may open. */
export async function showRelated<Link extends ComplaintLink>(
  services: Services,
  caller: Caller,
  id: string,
  list: (db: Services['db'], caller: Caller, id: string) => Promise<Link[]>,
): Promise<Link[]> {
  // Only the MDA that has a complaint may see related ones, not one to which it is offered.
  const links = await list(services.db, caller, id);
  if (links.length === 0 && !(await mayOpen(services.db, caller, id))) throw notFound();
  return links;
}

/** Adds the parent's status, dates and public replies to a duplicate. Data of the parent's citizen stay out. */
async function readAsDuplicate(services: Services, own: Complaint, parentId: string): Promise<Complaint> {
  const parent = await findParentOf(services.db, parentId);
  if (!parent) return own;
  const [events, person] = await Promise.all([
    readEvents(services.db, parentId),
    nameOfCitizen(services.db, parent.citizenId),
  ]);
  const since = own.history.findLast(({ action }) => action === 'merge')?.at ?? '';
  const steps = toPublicHistory(events, parent.mda.name)
    .filter(({ action, at }) => sharedSteps.has(action) && at >= since)
    .map((entry): HistoryEntry => redactStep(person, { ...entry, cycle: own.cycle }));
  const history = [...own.history, ...steps]
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map((entry, index) => ({ ...entry, id: String(index + 1) }));
  const newest = steps.findLast(({ action }) => isReply(action));
  const now = services.clock.now();
  const paused = parent.pausedUntil !== null && parent.pausedUntil > now;
  return {
    ...own,
    status: statusOf(own.state, parent.state),
    mda: parent.mda,
    outcome: parent.outcome,
    // Erasure may have removed all words of the event, but only a name from the row.
    reply: (newest?.text === redactedMark ? parent.reply : newest?.text) ?? own.reply,
    repliedAt: newest?.at ?? own.repliedAt,
    timer: !isOpen(parent.state) ? 'stopped' : paused ? 'paused' : 'running',
    dueAt: paused ? null : (parent.dueAt?.toISOString() ?? null),
    pausedUntil: paused ? (parent.pausedUntil?.toISOString() ?? null) : null,
    history,
  };
}
