import type { ClockKind, HistoryEntry } from '@baraza/contract/complaint';
import type { Outcome } from '@baraza/contract/lifecycle';
import { and, asc, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/database.ts';
import { insertSelect } from '../../db/insert-select.ts';
import { account, complaintEvent, mda } from '../../db/tables.ts';
import { changesHands, type ClockEvent } from './clocks.ts';
import type { ChainedEvent } from './event-chain.ts';

/** Appends an event. For a statement that holds more; with `from`, once for each row there. */
export function appendEvent(event: ChainedEvent, from?: SQL): SQL {
  return insertSelect(complaintEvent, { ...event, data: event.data && { ...event.data } }, from);
}

export interface PastEvent extends ClockEvent {
  readonly hash: Buffer;
  readonly seq: number;
  readonly actorKind: 'citizen' | 'officer' | 'system';
}

/** What the next event follows from, oldest first. Read it once the complaint's row is locked. */
export async function readPast(db: Database, complaintId: string): Promise<PastEvent[]> {
  const { at, action, toState, cycle, data, hash, seq, actorKind } = complaintEvent;
  return db
    .select({ at, action, toState, cycle, data, hash, seq, actorKind })
    .from(complaintEvent)
    .where(eq(complaintEvent.complaintId, complaintId))
    .orderBy(asc(complaintEvent.seq));
}

const assignee = alias(account, 'assignee');
const goesTo = alias(mda, 'goes_to');
const cameFrom = alias(mda, 'came_from');

/** Every step of a complaint from a version on, oldest first, with the names that stand behind its ids. */
export async function readEvents(db: Database, complaintId: string, after = 0) {
  const { data } = complaintEvent;
  return db
    .select({
      ...getTableColumns(complaintEvent),
      actor: sql<string | null>`${account.firstName} || ' ' || ${account.lastName}`,
      assignee: sql<string | null>`${assignee.firstName} || ' ' || ${assignee.lastName}`,
      /** Where a transfer goes, and whose it was. */
      mda: goesTo.name,
      fromMda: cameFrom.name,
      mentions: sql<
        string[] | null
      >`(select jsonb_agg(m.first_name || ' ' || m.last_name order by m.first_name, m.last_name)
        from ${account} m where m.id in (select jsonb_array_elements_text(${data} -> 'mentions')::uuid))`,
    })
    .from(complaintEvent)
    .leftJoin(account, eq(account.id, complaintEvent.actorId))
    .leftJoin(assignee, and(eq(complaintEvent.action, 'assign'), sql`${assignee.id} = (${data} ->> 'assignee')::uuid`))
    .leftJoin(goesTo, sql`${goesTo.id} = (${data} ->> 'mda')::uuid`)
    .leftJoin(cameFrom, sql`${cameFrom.id} = (${data} ->> 'from')::uuid`)
    .where(and(eq(complaintEvent.complaintId, complaintId), gt(complaintEvent.seq, after)))
    .orderBy(asc(complaintEvent.seq));
}

export type NamedEvent = Awaited<ReturnType<typeof readEvents>>[number];

/** Every step, with the names of people. */
export function toWholeHistory(events: readonly NamedEvent[]): HistoryEntry[] {
  return events.map((event) => toEntry(event, { id: String(event.seq), actor: event.actor }));
}

/**
 * The public steps, as the citizen reads them: an officer is the MDA that had the complaint then, by name. What offices say
 * to each other about a transfer stays with them. `mdaName` has it now.
 */
export function toPublicHistory(events: readonly NamedEvent[], mdaName: string): HistoryEntry[] {
  const owners = [...events.filter(changesHands).map((it) => it.fromMda ?? mdaName), mdaName];
  let moves = 0;
  const entries = events.map((event) => {
    const holder = owners[moves] ?? mdaName;
    if (changesHands(event)) moves += 1;
    return { event, actor: actorOf(event, holder) };
  });
  // Numbered anew: a gap would tell of an internal note.
  return entries
    .filter(({ event }) => event.visibility === 'public')
    .map(({ event, actor }, index) => {
      const reason = isAmongOffices(event) ? null : event.reason;
      return toEntry({ ...event, reason, mentions: null }, { id: String(index + 1), actor });
    });
}

function actorOf({ actorKind, action, mda: answering }: NamedEvent, holder: string): string | null {
  if (actorKind !== 'officer' || action === 'decideTransfer') return null;
  return action === 'acceptTransfer' || action === 'declineTransfer' ? answering : holder;
}

function isAmongOffices({ action }: NamedEvent): boolean {
  return ['offerTransfer', 'declineTransfer', 'withdrawTransfer', 'decideTransfer'].includes(action);
}

function toEntry(row: NamedEvent, { id, actor }: Pick<HistoryEntry, 'id' | 'actor'>): HistoryEntry {
  const { data, mentions } = row;
  const given = data as { outcome?: Outcome; days?: number; clock?: ClockKind; level?: number } | null;
  const more = {
    outcome: given?.outcome,
    days: given?.days,
    clock: given?.clock,
    level: given?.level,
    mentions: mentions ?? undefined,
  };
  return {
    id,
    at: row.at.toISOString(),
    action: row.action as HistoryEntry['action'],
    state: row.toState,
    cycle: row.cycle,
    by: row.actorKind,
    actor,
    text: row.action === 'assign' ? row.assignee : (row.mda ?? row.text),
    reason: row.reason,
    visibility: row.visibility,
    ...more,
  };
}
