import type { DeskQuery } from '../../src/features/complaint/read/complaint.desk.store.ts';
import { type ComplaintRow, type FeedbackRow, present } from './list-world.ts';
import type { Person } from '../support/people.ts';

/*
 * A model of the lists of the desk without SQL: it checks every row.
 */

const open = ['received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'appeal'];
const midnight = Date.parse('2026-05-05T00:00:00Z');
const now = Date.parse(present);

/** Whether a list may show a complaint to the caller, apart from its filters. Recused staff see none. */
export function isFor({ caller }: Person, query: Partial<DeskQuery>, row: ComplaintRow): boolean {
  const everywhere = caller.role === 'oversight';
  if (row.recusedStaff?.includes(caller.accountId)) return false;
  if (query.transfer === 'offered')
    return everywhere ? Boolean(row.offeredToMdaId) : row.offeredToMdaId === caller.mdaId;
  return everywhere || row.mdaId === caller.mdaId;
}

/** Whether a complaint matches the filters of a query, at any MDA. */
export function isAskedFor(
  { caller }: Person,
  query: Partial<DeskQuery>,
  row: ComplaintRow,
  supervisors: readonly Person[],
): boolean {
  const due = row.dueAt ? row.dueAt.getTime() : Infinity;
  const assignees = query.assignee?.split(',').map((who) => (who === 'me' ? caller.accountId : who));
  const isAnyOf = (list: string | undefined, value: string | null | undefined) =>
    list === undefined || (typeof value === 'string' && list.split(',').includes(value));
  return [
    (query.state?.split(',') ?? open).includes(row.state),
    query.transfer !== 'undecided' || ['transfer_undecided', 'appeal'].includes(row.state),
    query.escalated === undefined || row.escalatedAt !== null,
    isAnyOf(query.priority, row.priority),
    query.filed === undefined || query.filed.split(',').some((days) => isFiledWithin(days, row)),
    isAnyOf(query.unit, row.unitId ?? 'none'),
    query.tag === undefined || query.tag.split(',').some((tag) => row.tags?.includes(tag)),
    query.followUp === undefined || (row.followUpOn ?? '9999') <= '2026-05-04',
    query.answer === undefined || row.citizenWroteAt !== null,
    query.reopened === undefined || (row.cycle ?? 0) > 1,
    assignees === undefined || assignees.includes(row.assigneeId ?? 'none'),
    query.approval === undefined || mayDecide({ caller }, row) || mayReject({ caller }, row, supervisors),
    isAnyOf(query.category, row.categoryId),
    isAnyOf(query.jurisdiction, row.jurisdictionId),
    isAnyOf(query.mda, row.mdaId),
    query.area === undefined ||
      query.area.split(',').some((area) => row.areaCode === area || row.areaCode?.startsWith(`${area}-`)),
    query.due !== 'overdue' || due < now,
    query.due !== 'today' || (due >= now && due < midnight),
    !query.q ||
      hasTail(row.trackingId, query.q) ||
      hasWords(`${row.title} ${row.location} ${row.descriptionText}`, query.q) ||
      isCalled(row.citizenName, query.q, isIdentified(caller, row)),
  ].every(Boolean);
}

function isFiledWithin(days: string, { submittedAt }: ComplaintRow): boolean {
  const [from = '', to = ''] = days.split('..');
  const day = submittedAt.toISOString().slice(0, 10);
  return from <= day && day <= to;
}

/** Whether the caller decides on an identity request by somebody else who still reads the complaint. */
function mayDecide({ caller }: Pick<Person, 'caller'>, { requester, mdaId, recusedStaff }: ComplaintRow): boolean {
  if (requester === null || (caller.role !== 'supervisor' && caller.role !== 'oversight')) return false;
  // Staff of an MDA that is offered the complaint decide nothing about it.
  if (caller.mdaId !== null && caller.mdaId !== mdaId) return false;
  const isStill = requester.caller.role === 'oversight' || requester.caller.mdaId === mdaId;
  return isStill && !recusedStaff?.includes(requester.id) && requester.id !== caller.accountId;
}

/** Whether the caller decides on a rejection that somebody else proposed: a supervisor, or oversight where there is none. */
function mayReject({ caller }: Pick<Person, 'caller'>, row: ComplaintRow, supervisors: readonly Person[]): boolean {
  const proposer = row.rejectionProposedBy ?? null;
  if (proposer === null || proposer === caller.accountId) return false;
  if (caller.role === 'supervisor') return caller.mdaId === row.mdaId;
  const others = supervisors.filter(({ id, caller: { mdaId } }) => mdaId === row.mdaId && id !== proposer);
  return caller.role === 'oversight' && others.every(({ id }) => row.recusedStaff?.includes(id));
}

/** Whether a search finds a citizen by first name and initial, as lists show the name. */
function isCalled(name: string, q: string, isWholeShown: boolean): boolean {
  const [first = '', last = ''] = name.split(' ');
  return hasWords(name, q) && (isWholeShown || hasWords(`${first} ${last.slice(0, 1)}`, q));
}

/** Whether the caller sees the whole name, as its assignee or as supervisor while it is worked on. */
function isIdentified({ accountId, role, mdaId }: Person['caller'], row: ComplaintRow): boolean {
  const isWorked = row.state !== 'appeal' && open.includes(row.state);
  return mdaId === row.mdaId && isWorked && (role === 'supervisor' || row.assigneeId === accountId);
}

/** Compares complaints in the order of a list: of those due together the oldest first, then by id. */
export function inOrder(query: Partial<DeskQuery>): (one: ComplaintRow, two: ComplaintRow) => number {
  // A list without open complaints, of which none is ever due, shows the latest first.
  const isOpen = (query.state?.split(',') ?? open).some((state) => open.includes(state));
  const wanted = query.sort === 'due' && !isOpen ? 'latest' : query.sort;
  // A filter by due date has that order alone.
  const sort = query.due === undefined ? wanted : 'due';
  const places = (row: ComplaintRow) =>
    sort === 'due'
      ? [row.dueAt?.getTime() ?? Infinity, row.submittedAt.getTime(), row.id]
      : [row.submittedAt.getTime(), row.id];
  const rising = (one: ComplaintRow, two: ComplaintRow) => {
    const [first, second] = [places(one), places(two)];
    const at = first.findIndex((it, index) => it !== second[index]);
    return at < 0 ? 0 : first[at]! < second[at]! ? -1 : 1;
  };
  return (one, two) => (sort === 'latest' ? rising(two, one) : rising(one, two));
}

/** Whether feedback matches the filters of a query. */
export function isAskedForFeedback(
  query: {
    readonly q?: string | undefined;
    readonly status?: string | undefined;
    readonly category?: string | undefined;
  },
  row: FeedbackRow,
): boolean {
  return [
    query.status === undefined || row.status === query.status,
    query.category === undefined || row.categoryId === query.category,
    !query.q || hasTail(row.trackingId, query.q) || hasWords(`${row.title} ${row.descriptionText}`, query.q),
  ].every(Boolean);
}

/** Whether a tracking ID ends with the search, of four characters or more, with or without dashes. */
function hasTail(trackingId: string, q: string): boolean {
  const tail = q.replaceAll(/[\s-]/gu, '').toUpperCase();
  return tail.length >= 4 && trackingId.replaceAll('-', '').endsWith(tail);
}

/** Whether a text holds each word of a search, the last one as a prefix. */
export function hasWords(text: string, q: string): boolean {
  const there = wordsOf(text);
  const asked = wordsOf(q);
  const last = asked.pop();
  return last !== undefined && asked.every((it) => there.includes(it)) && there.some((it) => it.startsWith(last));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/gu) ?? [];
}
