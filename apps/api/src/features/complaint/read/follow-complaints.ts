import type { DeskUpdates, reportPresence as endpoint } from '@baraza/contract';
import { announcePresence } from '../../../realtime/announce.ts';
import type { LiveEvents } from '../../../realtime/live-events.ts';
import { eq, sql } from 'drizzle-orm';
import { account, complaint } from '../../../db/schema/tables.ts';
import { notFound } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';
import { fullName } from '../../reference/staff.store.ts';
import { readableBy, visibleTo, within } from '../record/visibility.ts';
import type { Actor } from '../../../domain/actor.ts';

/** Least time between two events in milliseconds: a desk reloads its lists at each. */
const pause = 1_000;
/** Complaints up to which an event names them; beyond, the desk reloads everything. */
const most = 50;

/** Sends which complaints of the caller's MDA change, bundled, and who has them open. Returns a function that ends this. */
export function followComplaints(
  live: Pick<LiveEvents, 'followComplaints' | 'followPresence' | 'subscribe'>,
  { accountId, role, mdaId, walls }: Actor,
  send: (updates: DeskUpdates) => void,
): () => void {
  let waiting: Set<string> | 'any' = new Set();
  let hasNews = false;
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    const areSame = waiting !== 'any' && waiting.size === 0;
    if (areSame && !hasNews) return;
    const complaints = waiting === 'any' || waiting.size > most ? [] : [...waiting];
    send({ ...(!areSame && { complaints }), ...(hasNews && { notifications: true }) });
    waiting = new Set();
    hasNews = false;
    timer = setTimeout(flush, pause);
  }

  function note(id?: string): void {
    if (id === undefined) waiting = 'any';
    else if (waiting !== 'any') waiting.add(id);
    if (timer === undefined) flush();
  }

  // Staff without an MDA read no complaints; oversight reads those of every MDA.
  const mine = role === 'oversight' ? null : mdaId;
  if (mine === null && role !== 'oversight') return () => {};
  const reader = { readerId: accountId, mdaId: mine, walls };
  const unsubscribe = live.followComplaints(reader, note);
  const unfollow = live.followPresence(reader, (presence) => send({ presence }));
  const unsubscribeNews = live.subscribe(accountId, () => {
    hasNews = true;
    if (timer === undefined) flush();
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
    unfollow();
    unsubscribeNews();
  };
}

/** Announces that the caller has a complaint open, unless it is only offered to them. */
export async function reportPresence({ services, caller, params, body }: Context<typeof endpoint>): Promise<void> {
  const { id: accountId, ...name } = account;
  const person = { id: caller.accountId, name: fullName(name) };
  const announced = announcePresence({ complaint: params.id, ...body }, person);
  const rows = await services.db
    .select({ announced: sql`case when ${visibleTo(caller)} then ${announced} end` })
    .from(complaint)
    .innerJoin(account, eq(accountId, caller.accountId))
    .where(within(readableBy(caller), eq(complaint.id, params.id)));
  if (rows.length === 0) throw notFound();
}
