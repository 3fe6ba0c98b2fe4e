import { filterFields, states, type DeskCounts, type Filter as FilterQuery, type StaffRole } from '@baraza/contract';
import type { IconName } from '@baraza/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const sorts = ['due', 'latest', 'oldest'] as const;
export type Sort = (typeof sorts)[number];

export interface Queue {
  readonly key: string;
  readonly name: MessageDescriptor;
  readonly icon: IconName;
  readonly count?: keyof DeskCounts;
  readonly query: FilterQuery;
  /** `due` by default. */
  readonly sort?: Sort;
  readonly shortcut?: string;
  readonly own?: true;
  readonly only?: readonly StaffRole[];
}

const definitions: Record<string, Omit<Queue, 'key'>> = {
  'to-answer': {
    name: msg`To answer`,
    icon: 'reply',
    count: 'toAnswer',
    query: { assignee: 'me', answer: 'wanted' },
    shortcut: 'n',
    own: true,
  },
  'follow-up': {
    name: msg`Follow up`,
    icon: 'calendar',
    count: 'followUp',
    query: { assignee: 'me', followUp: 'due' },
    shortcut: 'f',
    own: true,
  },
  mine: {
    name: msg`Mine`,
    icon: 'user',
    count: 'mine',
    query: { assignee: 'me' },
    shortcut: 'm',
    own: true,
  },
  unassigned: {
    name: msg`Unassigned`,
    icon: 'inbox',
    count: 'unassigned',
    query: { assignee: 'none' },
    shortcut: 'u',
  },
  'due-today': {
    name: msg`Due today`,
    icon: 'bell',
    count: 'dueToday',
    query: { due: 'today' },
    shortcut: 'd',
  },
  overdue: {
    name: msg`Overdue`,
    icon: 'warning',
    count: 'overdue',
    query: { due: 'overdue' },
    shortcut: 'o',
  },
  'with-citizen': {
    name: msg`With citizen`,
    icon: 'pause',
    count: 'withCitizen',
    query: { state: 'awaiting_citizen' },
    sort: 'latest',
    shortcut: 'c',
  },
  offered: {
    name: msg`Offered transfers`,
    icon: 'forward',
    count: 'offered',
    query: { transfer: 'offered' },
    shortcut: 't',
  },
  undecided: {
    name: msg`To decide`,
    icon: 'mda',
    count: 'undecided',
    query: { transfer: 'undecided' },
    shortcut: 'w',
    only: ['oversight'],
  },
  'to-approve': {
    name: msg`To approve`,
    icon: 'lock',
    count: 'toApprove',
    query: { state: states.join(','), approval: 'wanted' },
    shortcut: 'p',
    only: ['supervisor', 'oversight'],
  },
  escalated: {
    name: msg`Escalated`,
    icon: 'flag',
    count: 'escalated',
    query: { escalated: 'true' },
    shortcut: 'e',
  },
  reopened: {
    name: msg`Re-opened`,
    icon: 'retry',
    count: 'reopened',
    query: { reopened: 'true' },
    shortcut: 'r',
  },
  open: {
    name: msg`All open`,
    icon: 'complaint',
    count: 'open',
    query: {},
    shortcut: 'a',
  },
  resolved: {
    name: msg`Resolved`,
    icon: 'check',
    count: 'resolved',
    query: { state: 'resolved' },
    sort: 'latest',
    shortcut: 's',
  },
};

const queues: readonly Queue[] = Object.entries(definitions).map(([key, queue]) => ({ key, ...queue }));

/** Searches all complaints the person may see, in any state. */
export const searchQueue: Queue = {
  key: 'search',
  name: msg`Search`,
  icon: 'search',
  query: { state: states.join(',') },
  sort: 'latest',
};

/** Complaints that an action on many left undone, in any state. */
export const notDoneQueue: Queue = {
  key: 'not-done',
  name: msg`Not done`,
  icon: 'warning',
  query: { state: states.join(',') },
};

/** What a report counts: everything but duplicates, and how it ended. */
const reportQueues: readonly Queue[] = [
  {
    key: 'received',
    name: msg`Received`,
    icon: 'inbox',
    query: { state: states.filter((state) => state !== 'merged').join(',') },
    sort: 'latest',
  },
  { key: 'rejected', name: msg`Rejected`, icon: 'close', query: { state: 'rejected' }, sort: 'latest' },
  { key: 'withdrawn', name: msg`Withdrawn`, icon: 'close', query: { state: 'withdrawn' }, sort: 'latest' },
];

/** Returns the queue of a key in the address. */
export function queueOf(key: string | undefined): Queue | undefined {
  return [...queues, searchQueue, notDoneQueue, ...reportQueues].find((queue) => queue.key === key);
}

/** Lists the queues of a role. Oversight has no queue of its own, since it is never assigned a complaint. */
export function queuesOf(role: StaffRole): readonly Queue[] {
  return queues.filter((queue) => (queue.only ? queue.only.includes(role) : role !== 'oversight' || !queue.own));
}

/** Returns the queue where a role starts. */
export function firstQueueOf(role: StaffRole): string {
  return role === 'oversight' ? 'open' : 'mine';
}

export const filters = [
  'category',
  'jurisdiction',
  'area',
  'mda',
  'assignee',
  'unit',
  'priority',
  'tag',
  'field',
  'knownIssue',
  'alike',
  'run',
  'filed',
  'source',
  'record',
] as const;
export type Filter = (typeof filters)[number];

export type FilterValues = Partial<Record<Filter, string>>;

/** Reads the filters from the address, each one value or several with commas; drops those with an invalid one. */
export function filtersOf(params: URLSearchParams): FilterValues {
  const values = filters.map((name) => [name, params.get(name) ?? ''] as const);
  return Object.fromEntries(values.filter(([name, list]) => list !== '' && filterFields[name].safeParse(list).success));
}

/** Adds the filters of the address to a queue. */
export function narrowed(queue: Queue, params: URLSearchParams): Queue {
  return { ...queue, query: { ...queue.query, ...filtersOf(params) } };
}
