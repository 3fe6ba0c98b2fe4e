import { fieldValueIn, type Filter, isOpen, type State, states, valuesOf } from '@baraza/contract';
import { arrayOverlaps, type Column, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { isWithinDays } from '../../../db/within-days.ts';
import {
  bulkRunItem,
  complaint,
  customField,
  knownIssue,
  knownIssueComplaint,
  officerRecord,
} from '../../../db/schema/tables.ts';
import type { Actor } from '../../../domain/actor.ts';
import { isAlike } from '../../reference/alike-title.ts';
import { areasAround, areasWithin } from '../../reference/area.store.ts';
import { approvalsFor } from './queue-count.store.ts';

/** The reader, on whom the meaning of a filter depends. */
interface Asked {
  readonly caller: Actor;
  /** The caller and those for whom they stand in. */
  readonly mine: readonly string[];
  /** `2026-05-04` */
  readonly day: string;
}

/** Conditions of a filter, beside `due`, whose moment each statement sets. */
export function conditionsOf(filter: Filter, asked: Asked): SQL[] {
  const given = Object.entries(clauses).flatMap(([field, clause]) => {
    const values = valuesOf(filter[field as keyof typeof clauses]);
    return values.length > 0 ? [clause(values, asked)] : [];
  });
  return [inArray(complaint.state, statesIn(filter.state)), ...given];
}

/** Returns the states of a filter; without any, the open ones. */
export function statesIn(list: string | undefined): State[] {
  const named = valuesOf(list);
  return states.filter((state) => (named.length > 0 ? named.includes(state) : isOpen(state)));
}

/** A single value gets a plain comparison, which an index supports. */
function isAnyOf(column: Column, values: readonly string[]): SQL {
  const [first, ...more] = values;
  return more.length === 0 ? eq(column, first) : inArray(column, [...values]);
}

/** Whether a column has one of the values, or none where `none` is among them. */
function orNone(column: Column, values: readonly string[], isNamed: (named: string[]) => SQL): SQL {
  const named = values.filter((value) => value !== 'none');
  const none = named.length < values.length ? isNull(column) : undefined;
  return or(none, named.length > 0 ? isNamed(named) : undefined) ?? sql`true`;
}

/** Whether a complaint counts for an officer of its MDA in a period. */
function isOnRecord(value: string): SQL {
  const [kind, officer = '', days = ''] = value.split(':');
  const [from = '', to = ''] = days.split('..');
  const { accountId } = officerRecord;
  const isTheirs = officer === 'any' ? sql`true` : officer === 'none' ? isNull(accountId) : eq(accountId, officer);
  return sql`(${complaint.id}, ${complaint.mdaId}) in (
    select ${officerRecord.complaintId}, ${officerRecord.mdaId} from ${officerRecord}
    where ${isTheirs} and ${officerRecord.kind} = ${kind} and ${isWithinDays(officerRecord.at, from, to)})`;
}

/** Whether a custom field has one of the values. Personal ones tell nothing. */
function hasValue(id: string, values: readonly string[]): SQL {
  const isOpen = sql`exists (select from ${customField} f where f.id = ${id}::uuid and not f.personal)`;
  return sql`(${complaint.customFields} ->> ${id}::text = any(${sql.param(values)}::text[]) and ${isOpen})`;
}

/** Number of an MDA's newest complaints that are compared with a known issue. */
const alikeAmong = 500;

/** Each field as SQL: a new one is an entry here and in `filterFields`. `transfer=offered` is a scope, not a condition. */
const clauses: Record<Exclude<keyof Filter, 'state' | 'due'>, (values: string[], asked: Asked) => SQL> = {
  assignee: (values, { caller, mine }) => {
    const people = values.filter((who) => who !== 'none').flatMap((who) => (who === 'me' ? mine : [who]));
    const nobody = values.includes('none') ? isNull(complaint.assigneeId) : undefined;
    const named = people.length > 0 ? isAnyOf(complaint.assigneeId, people) : undefined;
    return or(nobody, named) ?? eq(complaint.assigneeId, caller.accountId);
  },
  unit: (values) => orNone(complaint.unitId, values, (units) => isAnyOf(complaint.unitId, units)),
  category: (values) => isAnyOf(complaint.categoryId, values),
  jurisdiction: (values) => isAnyOf(complaint.jurisdictionId, values),
  area: (values) =>
    orNone(
      complaint.areaCode,
      values,
      (codes) => sql`${complaint.areaCode} = any(${sql.join(codes.map(areasWithin), sql` || `)})`,
    ),
  mda: (values) => isAnyOf(complaint.mdaId, values),
  filed: (values) => {
    const spans = values.map((days) => days.split('..') as [from: string, to: string]);
    return or(...spans.map(([from, to]) => isWithinDays(complaint.submittedAt, from, to))) ?? sql`true`;
  },
  source: (values) => isAnyOf(complaint.source, values),
  record: (values) => or(...values.map(isOnRecord)) ?? sql`true`,
  identity: (values) => isAnyOf(complaint.identity, values),
  priority: (values) => isAnyOf(complaint.priority, values),
  // Tags are kept in lower case.
  tag: (values) =>
    arrayOverlaps(
      complaint.tags,
      values.map((tag) => tag.toLowerCase()),
    ),
  field: (values) => {
    const asked = values.map((clause) => fieldValueIn(clause)!);
    const ids = [...new Set(asked.map(([id]) => id))];
    return sql.join(
      ids.map((id) =>
        hasValue(
          id,
          asked.filter(([of]) => of === id).map(([, value]) => value),
        ),
      ),
      sql` and `,
    );
  },
  followUp: (_, { day }) => lte(complaint.followUpOn, day),
  knownIssue: (values) =>
    sql`${complaint.id} in (select ${knownIssueComplaint.complaintId} from ${knownIssueComplaint}
      where ${inArray(knownIssueComplaint.knownIssueId, values)})`,
  alike: (values) =>
    sql`${complaint.id} in (select recent.id from ${knownIssue},
      lateral (select ${areasAround(sql`${knownIssue.areaCode}`)} as codes) around,
      lateral (select c.id, c.title, c.area_code from ${complaint} c where c.mda_id = ${knownIssue.mdaId}
        order by c.submitted_at desc, c.id desc limit ${alikeAmong}) recent
      where ${inArray(knownIssue.id, values)} and ${isAlike(sql`recent.title`)}
        and (${knownIssue.areaCode} is null or recent.area_code is null or recent.area_code = any(around.codes))
        and not exists (select from ${knownIssueComplaint} g where g.complaint_id = recent.id))`,
  run: (values) =>
    sql`${complaint.id} in (select ${bulkRunItem.complaintId} from ${bulkRunItem}
      where ${inArray(bulkRunItem.runId, values)} and ${bulkRunItem.done} is not true)`,
  transfer: ([which]) =>
    which === 'undecided' ? inArray(complaint.state, ['transfer_undecided', 'appeal']) : sql`true`,
  escalated: () => isNotNull(complaint.escalatedAt),
  answer: () => isNotNull(complaint.citizenWroteAt),
  reopened: () => gt(complaint.cycle, 1),
  approval: (_, { caller }) => sql`${complaint.id} = any(${approvalsFor(caller)})`,
};
