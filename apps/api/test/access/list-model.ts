import type { DeskQuery } from '../../src/features/complaint/read/complaint.desk.store.ts';
import { type ComplaintRow, type FeedbackRow, present } from './list-world.ts';
import type { Person } from '../support/people.ts';

/*
 * What the lists of the desk hold, in plain words and without SQL: every row is looked at.
 */

const open = ['received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'appeal'];
const midnight = Date.parse('2026-05-05T00:00:00Z');
const now = Date.parse(present);

/** Whether a complaint is the caller's to see in such a list, whatever else is asked for. None is that is kept from them. */
export function isFor({ caller }: Person, query: Partial<DeskQuery>, row: ComplaintRow): boolean {
  const everywhere = caller.role === 'oversight';
  if (row.recusedStaff?.includes(caller.accountId)) return false;
  if (query.transfer === 'offered')
    return everywhere ? Boolean(row.offeredToMdaId) : row.offeredToMdaId === caller.mdaId;
  return everywhere || row.mdaId === caller.mdaId;
}

/** Whether a complaint is what was asked for, whosever it is. */
export function isAskedFor(
  { caller }: Person,
  query: Partial<DeskQuery>,
  row: ComplaintRow,
  supervisors: readonly Person[],
): boolean {
  const due = row.dueAt ? row.dueAt.getTime() : Infinity;
  const assignee = query.assignee === 'me' ? caller.accountId : query.assignee;
  return [
    (query.state?.split(',') ?? open).includes(row.state),
    query.transfer !== 'undecided' || ['transfer_undecided', 'appeal'].includes(row.state),
    query.escalated === undefined || row.escalatedAt !== null,
    query.reopened === undefined || (row.cycle ?? 0) > 1,
    assignee === undefined || row.assigneeId === (assignee === 'none' ? null : assignee),
    query.approval === undefined || mayDecide({ caller }, row) || mayReject({ caller }, row, supervisors),
    query.category === undefined || row.categoryId === query.category,
    query.jurisdiction === undefined || row.jurisdictionId === query.jurisdiction,
    query.area === undefined || row.areaCode === query.area || row.areaCode?.startsWith(`${query.area}-`),
    query.due !== 'overdue' || due < now,
    query.due !== 'today' || (due >= now && due < midnight),
    !query.q ||
      hasTail(row.trackingId, query.q) ||
      hasWords(`${row.title} ${row.location} ${row.descriptionText}`, query.q) ||
      isCalled(row.citizenName, query.q),
  ].every(Boolean);
}

/** Whether somebody else waits there to see who sent it, who could read the answer. */
function mayDecide({ caller }: Pick<Person, 'caller'>, { requester, mdaId, recusedStaff }: ComplaintRow): boolean {
  if (requester === null || (caller.role !== 'supervisor' && caller.role !== 'oversight')) return false;
  // Those who may open what is offered to them decide nothing about it.
  if (caller.mdaId !== null && caller.mdaId !== mdaId) return false;
  const isStill = requester.caller.role === 'oversight' || requester.caller.mdaId === mdaId;
  return isStill && !recusedStaff?.includes(requester.id) && requester.id !== caller.accountId;
}

/** Whether somebody else proposes to reject it, and the caller decides: a supervisor, or oversight where there is none. */
function mayReject({ caller }: Pick<Person, 'caller'>, row: ComplaintRow, supervisors: readonly Person[]): boolean {
  const proposer = row.rejectionProposedBy ?? null;
  if (proposer === null || proposer === caller.accountId) return false;
  if (caller.role === 'supervisor') return caller.mdaId === row.mdaId;
  const others = supervisors.filter(({ id, caller: { mdaId } }) => mdaId === row.mdaId && id !== proposer);
  return caller.role === 'oversight' && others.every(({ id }) => row.recusedStaff?.includes(id));
}

/** By the whole name nobody is found whose name is not shown whole. */
function isCalled(name: string, q: string): boolean {
  const [first = '', last = ''] = name.split(' ');
  return hasWords(name, q) && hasWords(`${first} ${last.slice(0, 1)}`, q);
}

/** The order of a list of complaints: of those due together the oldest first; where instants are equal, by id. */
export function inOrder(query: Partial<DeskQuery>): (one: ComplaintRow, two: ComplaintRow) => number {
  // A list without open complaints, of which none is ever due, shows the latest first.
  const isOpen = (query.state?.split(',') ?? open).some((state) => open.includes(state));
  const wanted = query.sort === 'due' && !isOpen ? 'latest' : query.sort;
  // What is due comes in that order alone.
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

/** The same for feedback, which is nobody's and everybody's who reads it. */
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

/** Whether it ends like this, from four letters and digits on, dashes or not. */
function hasTail(trackingId: string, q: string): boolean {
  const tail = q.replaceAll(/[\s-]/gu, '').toUpperCase();
  return tail.length >= 4 && trackingId.replaceAll('-', '').endsWith(tail);
}

/** Whether each word is there, the last one as far as it was typed. */
export function hasWords(text: string, q: string): boolean {
  const there = wordsOf(text);
  const asked = wordsOf(q);
  const last = asked.pop();
  return last !== undefined && asked.every((it) => there.includes(it)) && there.some((it) => it.startsWith(last));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/gu) ?? [];
}
