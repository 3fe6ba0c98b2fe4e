import type { FastifyRequest } from 'fastify';
import { listedBy, listedIn } from '../../db/schema/audit-tables.ts';
import type { Database } from '../../db/database.ts';
import { recordAudit, recordAuditEventOnce, viewMilliseconds, countAuditEvents } from '../../audit/audit.ts';
import { isBackground } from '../../auth/session/authenticate.ts';
import type { Caller } from '../../auth/session/caller.ts';
import type { RequestActor } from '../../auth/session/request-actor.ts';
import type { Services } from '../../services.ts';
import { stableId } from '../../crypto/stable-id.ts';
import { isWithinRate } from '../../limits/throttle.store.ts';

interface Named {
  readonly id: string;
  readonly trackingId: string;
}

const objectOf = ({ id, trackingId }: Named) => ({ kind: 'complaint', id, label: trackingId });

/**
 * Somebody of the staff read a complaint with the name of its citizen: recorded once an hour. Whoever opens more than anybody
 * reads may be copying them: that is one entry more.
 */
export async function recordView(services: Services, request: FastifyRequest, complaint: Named): Promise<void> {
  const deed = { action: 'complaint.viewed', object: objectOf(complaint) } as const;
  const isNew = await recordAuditEventOnce(services.db, services, request, deed, viewMilliseconds);
  if (isNew && request.caller) await watchViews(services, request, request.caller);
}

/**
 * Somebody of the staff was shown a list with the names of citizens: one entry, which tells the tracking ids of all that this
 * session was not shown before within the hour. Where there are none, the database is not asked at all.
 */
export async function recordListed(
  { services, caller, request }: RequestActor,
  complaints: readonly Named[],
  before: ShownBefore,
): Promise<void> {
  const look = { sessionId: caller.sessionId, at: services.clock.now(), background: isBackground(request) };
  const missing = before.missing(
    look,
    complaints.map((it) => it.trackingId),
  );
  if (missing.length === 0) return;
  const shown = missing.toSorted();
  const object = { kind: 'complaint-list', id: stableId(`list of ${shown.join()}`) };
  const deed = { action: 'complaint.listed', object, detail: { [listedIn]: shown.join(listedBy) } } as const;
  const isNew = await recordAuditEventOnce(services.db, services, request, deed, viewMilliseconds);
  // An entry that was there may be nearly an hour old.
  if (isNew) before.keep(look, shown);
}

/** Somebody of the staff was shown the full name and the contact data of who sent a complaint: recorded once an hour. */
export async function recordIdentityView(services: Services, request: FastifyRequest, complaint: Named): Promise<void> {
  const deed = { action: 'complaint.identity-viewed', object: objectOf(complaint) } as const;
  await recordAuditEventOnce(services.db, services, request, deed, viewMilliseconds);
}

/** A step of staff, for the audit trail. What was said stands in the history of the complaint alone. */
export function recordTransition(
  db: Database,
  caller: Caller,
  complaint: Named,
  { action, at, requester }: { readonly action: string; readonly at: Date; readonly requester?: string | undefined },
): Promise<void> {
  return recordAudit(db, {
    at,
    actorId: caller.accountId,
    actorRole: caller.role,
    mdaId: caller.mdaId,
    action: 'complaint.acted',
    object: objectOf(complaint),
    outcome: 'done',
    detail: { step: action, ...(requester !== undefined && { requester }) },
  });
}

/**
 * Says in the trail, and in the log, that somebody opened more complaints within minutes than anybody reads. Call it after each
 * one that is new. It is the trail that counts: all servers write there, so that it makes no difference which of them was asked,
 * and none keeps a count of its own.
 */
async function watchViews(services: Services, request: FastifyRequest, caller: Caller): Promise<void> {
  const { db, rates, clock } = services;
  const { max, seconds } = rates.views;
  const now = clock.now();
  const since = new Date(now.getTime() - seconds * 1000);
  if ((await countAuditEvents(db, { actorId: caller.accountId, action: 'complaint.viewed', since })) < max) return;
  // Of two servers that see it at the same moment one says so.
  if (!(await isWithinRate(db, { max: 1, seconds }, ['many views', caller.accountId], now))) return;
  const object = { kind: 'account', id: caller.accountId };
  await recordAuditEventOnce(db, services, request, { action: 'complaint.viewed-many', object }, seconds * 1000);
  request.log.warn({ actor: caller.accountId, outcome: 'many views' }, 'complaint');
}

interface Look {
  readonly sessionId: string;
  readonly at: Date;
  /** Whether the screen asked by itself, with nobody before it. */
  readonly background: boolean;
}

/** What is this old goes along into an entry that is due anyway, so that one list does not fall apart into many entries. */
const soonAgain = viewMilliseconds / 2;

/**
 * Which complaints each session was shown in lists within the last hour, according to entries of the trail: a desk asks for the
 * same list again and again. Each process remembers its own, and only so many; what it does not remember is entered once more.
 */
export class ShownBefore {
  readonly #at = new Map<string, number>();
  readonly #most: number;

  constructor(most = 50_000) {
    this.#most = most;
  }

  /** Those of the complaints that an entry has to name; none when each has one. */
  missing(look: Look, trackingIds: readonly string[]): string[] {
    if (trackingIds.every((it) => this.#isKnown(look, it, viewMilliseconds))) return [];
    return trackingIds.filter((it) => !this.#isKnown(look, it, soonAgain));
  }

  /** There is an entry that names them. */
  keep(look: Look, trackingIds: readonly string[]): void {
    const now = look.at.getTime();
    for (const it of trackingIds) {
      const key = keyOf(look, it);
      this.#at.delete(key);
      this.#at.set(key, now);
    }
    // The oldest stand first.
    for (const [key, at] of this.#at) {
      if (this.#at.size <= this.#most && now - at < viewMilliseconds) break;
      this.#at.delete(key);
    }
  }

  /** The database may have lost its last entries. */
  forget(): void {
    this.#at.clear();
  }

  /** Whoever comes back to a screen that was refreshed by itself has not seen it yet. */
  #isKnown(look: Look, trackingId: string, within: number): boolean {
    const ways = look.background ? [look, { ...look, background: false }] : [look];
    // Either way: a clock may have been set back.
    return ways.some((it) => Math.abs(look.at.getTime() - (this.#at.get(keyOf(it, trackingId)) ?? -Infinity)) < within);
  }
}

const keyOf = ({ sessionId, background }: Look, trackingId: string) =>
  `${sessionId} ${background ? 'alone ' : ''}${trackingId}`;
