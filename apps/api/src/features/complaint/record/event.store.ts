import { type Attachment, type FilingChange, type HistoryEntry, isAction, type Language } from '@baraza/contract';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { oneRow } from '../../../db/prepared.ts';
import { account, category, complaint, complaintEvent, jurisdiction, mda, unit } from '../../../db/schema/tables.ts';
import { notFound } from '../../../http/errors.ts';
import { redactedMark } from '../../../domain/redact-person.ts';
import { changesHands, type TimerEvent, wentElsewhere } from '../../../domain/sla-timer.ts';
import { type Sender, senderName } from '../../../domain/person-name.ts';
import type { SealedEvent } from './sealed-event.ts';

type EventRow = Readonly<typeof complaintEvent.$inferSelect>;
export type PastEvent = TimerEvent & Pick<EventRow, 'seq' | 'actorKind' | 'actorId'>;

/** Reads the events so far, oldest first. Lock the complaint's row before. */
export async function readPast(db: Database, complaintId: string): Promise<PastEvent[]> {
  return db
    .select(pick(complaintEvent, ['at', 'action', 'toState', 'cycle', 'data', 'seq', 'actorKind', 'actorId']))
    .from(complaintEvent)
    .where(eq(complaintEvent.complaintId, complaintId))
    .orderBy(asc(complaintEvent.seq));
}

/** Reads time and digest of the filing, as in the log. */
export async function readFiling(db: Database, complaintId: string): Promise<Pick<SealedEvent, 'digest' | 'at'>> {
  const { at, digest, seq } = complaintEvent;
  const isFiling = and(eq(complaintEvent.complaintId, complaintId), eq(seq, 1));
  const [filing] = await db.select({ at, digest }).from(complaintEvent).where(isFiling);
  if (filing === undefined) throw notFound();
  return filing;
}

/** An event with the names behind its ids. */
export interface NamedEvent extends TimerEvent, Pick<EventRow, 'seq' | 'actorKind' | 'visibility' | 'text' | 'reason'> {
  readonly language?: Language | null;
  readonly actor: string | null;
  /** Account of the member of staff who acted. */
  readonly actorId: string | null;
  readonly assignee: string | null;
  readonly requester: string | null;
  readonly unit: string | null;
  /** Who filed it for the citizen. */
  readonly filedBy: string | null;
  /** The assignee that a rule chose. */
  readonly chosen: string | null;
  readonly mda: string | null;
  readonly fromMda: string | null;
  readonly mentions: string[] | null;
  readonly changes: FilingChange[] | null;
  /** Staff of `recuse`, `confirmRecusal` and `liftRecusal`. */
  readonly people: string[] | null;
}

interface RawEvent extends Omit<NamedEvent, 'at'> {
  readonly at: string;
  readonly erased: boolean;
  readonly citizen?: (Sender & { readonly firstName: string; readonly lastName: string }) | null;
}

/** Selects the events of a complaint after a version, oldest first. The citizen's history names MDAs only. */
export function eventsOf(complaintId: SQL, readBy: 'citizen' | 'staff' = 'staff', after = 0) {
  const change = (field: 'category' | 'jurisdiction') => {
    const nameOf = (key: string) =>
      sql`(select n.name from ${field === 'category' ? category : jurisdiction} n where n.id = (e.data ->> ${sql.raw(`'${key}'`)})::uuid)`;
    return sql`json_build_object('field', ${sql.raw(`'${field}'`)}, 'from', ${nameOf(`${field}Before`)}, 'to', ${nameOf(field)})`;
  };
  const people = readBy === 'staff' ? peopleOfEvents() : { names: sql``, joins: sql`` };
  return sql`(select coalesce(json_agg(json_build_object('seq', e.seq, 'at', e.at, 'action', e.action, 'toState', e.to_state,
      'cycle', e.cycle, 'actorKind', e.actor_kind, 'visibility', e.visibility, 'text', e.text, 'reason', e.reason, 'language', e.language,
      'erased', e.salt is null, 'data', e.data, 'mda', goes_to.name, 'fromMda', came_from.name,
      'changes', case e.action when 'categorise' then json_build_array(${change('category')}, ${change('jurisdiction')}) end${people.names}) order by e.seq), '[]')
    from ${complaintEvent} e
    left join ${mda} goes_to on goes_to.id = (e.data ->> 'mda')::uuid
    left join ${mda} came_from on came_from.id = (e.data ->> 'from')::uuid${people.joins}
    where e.complaint_id = ${complaintId} and e.seq > ${after}::int)`.mapWith(toNamedEvents);
}

/** Columns and joins by which `eventsOf` names the people of events. */
function peopleOfEvents() {
  const name = (a: string) => sql.raw(`full_name(${a}.first_name, ${a}.last_name)`);
  const named = (key: string) => sql`(select json_agg(${name('m')} order by m.first_name, m.last_name) from ${account} m
        where m.id in (select jsonb_array_elements_text(e.data -> ${sql.raw(`'${key}'`)})::uuid))`;
  const names = sql`, 'assignee', ${name('assignee')}, 'requester', ${name('requester')},
      'chosen', case e.action when 'applyRule' then (select ${name('k')} from ${account} k where k.id = (e.data ->> 'assignee')::uuid) end,
      'filedBy', case e.action when 'submit' then (select ${name('f')} from ${account} f where f.id = (e.data ->> 'filedBy')::uuid) end,
      'unit', (select n.name from ${unit} n where n.id = (e.data ->> 'unit')::uuid),
      'actor', case e.actor_kind when 'citizen' then null else ${name('actor')} end,
      'actorId', case e.actor_kind when 'citizen' then null else e.actor_id end,
      'citizen', case e.actor_kind when 'citizen' then json_build_object('firstName', actor.first_name, 'lastName', actor.last_name,
        'identity', own.identity, 'trackingId', own.tracking_id) end,
      'mentions', ${named('mentions')}, 'people', ${named('people')}`;
  const joins = sql`
    left join ${complaint} own on own.id = e.complaint_id and e.actor_kind = 'citizen'
    left join ${account} actor on actor.id = case e.actor_kind when 'citizen' then own.citizen_id else e.actor_id end
    left join ${account} assignee on e.action = 'assign' and assignee.id = (e.data ->> 'assignee')::uuid
    left join ${account} requester on e.action in ('discloseIdentity', 'denyIdentity', 'reject', 'returnRejection') and requester.id = (e.data ->> 'requester')::uuid`;
  return { names, joins };
}

/** People of an event that names none. */
export const nobody = {
  actor: null,
  actorId: null,
  assignee: null,
  requester: null,
  unit: null,
  filedBy: null,
  chosen: null,
  people: null,
  mentions: null,
};

function toNamedEvents(raw: readonly RawEvent[]): NamedEvent[] {
  return raw.map(({ erased, citizen, changes, ...event }) => ({
    ...nobody,
    ...event,
    changes: changes && changes.filter(({ from, to }) => from !== to),
    at: new Date(event.at),
    actor: citizen ? senderName(citizen, citizen) : event.actor,
    ...(erased && erasedWords(event)),
  }));
}

/** Marks where the words of an erased event stood; a submission had none. */
function erasedWords({ action, mda, people }: Pick<NamedEvent, 'action' | 'mda' | 'people'>): Partial<NamedEvent> {
  if (action === 'submit') return {};
  const hasReason = action === 'assign' || action.endsWith('Identity') || (mda ?? people) !== null;
  return hasReason ? { reason: redactedMark } : { text: redactedMark };
}

/** Reads all events of a complaint after a version, oldest first. */
export async function readEvents(db: Database, complaintId: string, after = 0): Promise<NamedEvent[]> {
  const [row] = await db.select({ events: eventsOf(sql`${complaintId}::uuid`, 'staff', after) }).from(oneRow);
  return row?.events ?? [];
}

/** Hides recused staff and the reasons from officers. */
export function withoutPeople<T extends Pick<NamedEvent, 'action' | 'people' | 'reason'>>(event: T): T {
  const isRecusal = ['recuse', 'confirmRecusal', 'liftRecusal'].includes(event.action);
  return isRecusal ? { ...event, people: null, reason: null } : event;
}

const identitySteps = ['requestIdentity', 'discloseIdentity', 'denyIdentity'];

/** Hides requesters of an identity at a former MDA and their reasons. */
export function withoutFormerRequests(events: readonly NamedEvent[]): readonly NamedEvent[] {
  const moved = events.findLastIndex(wentElsewhere);
  return events.map((event, index) =>
    index < moved && identitySteps.includes(event.action) ? { ...event, requester: null, reason: null } : event,
  );
}

/** False for actions of a newer server, while servers are replaced. */
const isKnown = ({ action }: NamedEvent) => action === 'submit' || isAction(action);

/** Files that came with a step. */
export type FilesOf = (seq: number) => Attachment[];
const noFiles: FilesOf = () => [];

/** Converts all events, with the names of staff. */
export function toWholeHistory(events: readonly NamedEvent[], filesOf = noFiles): HistoryEntry[] {
  return events.filter(isKnown).map((event) => ({
    ...toEntry(event, String(event.seq), event.actor, filesOf(event.seq)),
    actorId: event.actorId ?? undefined,
  }));
}

/** Converts public events for the citizen: staff appear as the MDA that had the complaint then. */
export function toPublicHistory(events: readonly NamedEvent[], mdaName: string, filesOf = noFiles): HistoryEntry[] {
  const moves = events.filter(changesHands);
  const holderAt = (seq: number) => moves.find((move) => move.seq >= seq)?.fromMda ?? mdaName;
  const shown = events.filter((event) => event.visibility === 'public' && isKnown(event));
  // Numbered anew: a gap would reveal an internal note.
  return shown.map((event, index) => {
    const reason = isAmongOffices(event) ? null : event.reason;
    const row = { ...event, reason, mentions: null, requester: null };
    return toEntry(row, String(index + 1), actorOf(event, holderAt(event.seq)), filesOf(event.seq));
  });
}

function actorOf({ actorKind, action, mda: answering }: NamedEvent, holder: string): string | null {
  if (actorKind !== 'officer' || isOfOversight(action)) return null;
  return action === 'acceptTransfer' || action === 'declineTransfer' ? answering : holder;
}

const isOfOversight = (action: string) => ['decideTransfer', 'upholdAppeal', 'declineAppeal'].includes(action);

function isAmongOffices({ action }: NamedEvent): boolean {
  return ['offerTransfer', 'declineTransfer', 'withdrawTransfer', 'decideTransfer'].includes(action);
}

/** Data of an event that a history shows as they are. */
const shownData = [
  'outcome',
  'call',
  'days',
  'timer',
  'level',
  'tags',
  'priority',
  'followUp',
  'fields',
  'rule',
  'ruleVersion',
  'mail',
] as const;

function textOf({ action, assignee, unit, people, mda, text }: NamedEvent): string | null {
  if (action === 'assign') return assignee;
  return action === 'applyRule' ? text : (unit ?? people?.join(', ') ?? mda ?? text);
}

function toEntry(row: NamedEvent, id: string, actor: string | null, files: Attachment[]): HistoryEntry {
  const data = (row.data ?? {}) as Pick<HistoryEntry, (typeof shownData)[number]>;
  return {
    id,
    at: row.at.toISOString(),
    action: row.action as HistoryEntry['action'],
    state: row.toState,
    cycle: row.cycle,
    by: row.actorKind,
    actor,
    text: textOf(row),
    chosen: row.action === 'applyRule' ? [row.unit, row.chosen].filter((name) => name !== null) : undefined,
    reason: row.reason,
    language: row.language ?? undefined,
    visibility: row.visibility,
    ...pick(data, shownData),
    attachments: files.length > 0 ? files : undefined,
    changes: row.changes ?? undefined,
    mentions: row.mentions ?? undefined,
    requester: row.requester ?? undefined,
  };
}
