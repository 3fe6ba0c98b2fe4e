import type { DeskComplaint } from '@baraza/contract/complaint/desk';
import { identityHours } from '@baraza/contract/complaint/lifecycle';
import { moveMessage } from '@baraza/contract/complaint/move-message';
import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Caller } from '../../auth/session/caller.ts';
import { isErasedAddress } from '../../mail/erased.ts';
import { AppError, conflict } from '../../http/errors.ts';
import { addressedAs, maskedName } from '../complaint/text/masked-name.ts';
import type { TransitionCommand } from '../complaint/transition/transition-command.ts';
import type { LockedComplaint } from '../complaint/transition/transition.store.ts';
import { changesHands, type TimerEvent } from '../sla/sla-timer.ts';
import type { ComplaintDetails } from '../complaint/read/details.store.ts';
import {
  insertIdentityRequest,
  listIdentityRequests,
  removeIdentityRequest,
  removeIdentityRequests,
} from './identity-disclosure.store.ts';
import type { ComplaintState } from '../complaint/transition/apply-transition.ts';

/** Somebody asked and waits: from which office, and why. */
export interface AskedIdentity {
  /** Null: oversight. */
  readonly mdaId: string | null;
  readonly reason: string | null;
}

/**
 * Refuses what cannot be asked or decided about the identity behind a complaint. Of a decision it answers what it is about. Call it
 * once the complaint is locked: then nobody asks or decides meanwhile.
 */
export async function requireIdentity(
  db: Database,
  caller: Caller,
  act: TransitionCommand,
  before: LockedComplaint,
  past: readonly TimerEvent[],
  now: Date,
): Promise<AskedIdentity | undefined> {
  const asks = act.action === 'requestIdentity';
  if (!asks && !decides(act)) return undefined;
  if (act.asker === caller.accountId && !asks) throw new AppError('FORBIDDEN', moveMessage.identityOwn);
  // Nothing is said to be shown where nothing is left.
  if (act.action !== 'denyIdentity' && isErasedAddress(before.citizenEmail)) throw conflict(moveMessage.identityGone);
  const who = asks ? caller.accountId : act.asker;
  const waiting = (await listIdentityRequests(db, before.id)).find(({ by }) => by.id === who);
  if (!asks) {
    if (!waiting) throw conflict(moveMessage.identityDecided);
    return waiting;
  }
  if (waiting) throw conflict(moveMessage.identityAsked);
  if (shownUntil(past, caller.accountId, now)) throw conflict(moveMessage.identityShown);
  return undefined;
}

const decides = ({ action }: TransitionCommand) => action === 'discloseIdentity' || action === 'denyIdentity';

/** Keeps the list of those who wait: whoever asks is on it until it is decided, or until the complaint goes to another MDA. */
export async function keepIdentityRequests(
  db: Database,
  caller: Caller,
  act: TransitionCommand,
  { before, after, at }: { readonly before: LockedComplaint; readonly after: ComplaintState; readonly at: Date },
): Promise<void> {
  const complaintId = before.id;
  if (act.action === 'requestIdentity') {
    await insertIdentityRequest(db, { complaintId, askedBy: caller.accountId, askedAt: at });
  } else if (decides(act) && act.asker) {
    await removeIdentityRequest(db, { complaintId, askedBy: act.asker });
  } else if (after.mdaId !== before.mdaId) {
    await removeIdentityRequests(db, sql`(${complaintId}::uuid)`);
  }
}

/**
 * Until when somebody may see who sent a complaint; null when they may not. It follows from the history: from when they were last
 * allowed to, for so many hours, and no longer than the complaint stays where it was then.
 */
function shownUntil(events: readonly TimerEvent[], accountId: string, now: Date): Date | null {
  const index = events.findLastIndex((it) => it.action === 'discloseIdentity' && it.data?.['asker'] === accountId);
  const shown = events[index];
  if (shown === undefined || events.slice(index).some(wentElsewhere)) return null;
  const until = new Date(shown.at.getTime() + identityHours * 3_600_000);
  return now < until ? until : null;
}

const wentElsewhere = (event: TimerEvent) => changesHands(event) && event.data?.['from'] !== event.data?.['mda'];

/** Whoever sent a complaint, as this reader may know them; `complaintsBefore` is known to the caller. */
export async function citizenAtDesk(
  db: Database,
  caller: Caller,
  { id, citizen, events }: Pick<ComplaintDetails, 'id' | 'citizen' | 'events'>,
  now: Date,
): Promise<Omit<DeskComplaint['citizen'], 'complaintsBefore'>> {
  const { firstName, lastName, email, phone } = citizen;
  const until = isErasedAddress(email) ? null : shownUntil(events, caller.accountId, now);
  // Who waits has asked in the history.
  const hasAsked = events.some((it) => it.action === 'requestIdentity');
  const waiting = hasAsked ? await listIdentityRequests(db, id) : [];
  return {
    name: maskedName(citizen),
    firstName: addressedAs(citizen),
    identity: until && { name: `${firstName} ${lastName}`.trim(), email, phone, until: until.toISOString() },
    asked: waiting.map(({ by, at, reason }) => ({ by, at: at.toISOString(), reason })),
  };
}
