import { identityHours, type IdentityAccess, type IdentityLevel, isWorked, type State } from '@baraza/contract';
import type { Actor } from './actor.ts';
import { type TimerEvent, wentElsewhere } from './sla-timer.ts';

/** Facts on which it depends who sees the person behind a complaint. */
export interface IdentityState {
  readonly identity: IdentityLevel;
  readonly identityAccess: IdentityAccess;
  readonly mdaId: string;
  readonly assigneeId: string | null;
  readonly state: State;
}

/** Returns why a reader sees the citizen's identity without a request; undefined where they need one. A program never does. */
export function shownUnasked({ accountId, mdaId, role, contactId }: Actor, complaint: IdentityState) {
  const { identity, identityAccess } = complaint;
  if (contactId || identity !== 'named' || mdaId !== complaint.mdaId || identityAccess === 'two-person')
    return undefined;
  if (identityAccess === 'open') return 'open';
  if (!isWorked(complaint.state)) return undefined;
  if (complaint.assigneeId === accountId) return 'assignee';
  return role === 'supervisor' ? 'supervisor' : undefined;
}

/** Returns when a disclosure to an account ends; null once it ended or the complaint left its MDA. */
export function disclosedUntil(events: readonly TimerEvent[], accountId: string, now: Date): Date | null {
  const index = events.findLastIndex(
    ({ action, data }) => action === 'discloseIdentity' && data?.['requester'] === accountId,
  );
  const shown = events[index];
  if (shown === undefined || events.slice(index).some(wentElsewhere)) return null;
  const until = new Date(shown.at.getTime() + identityHours * 3_600_000);
  return now < until ? until : null;
}
