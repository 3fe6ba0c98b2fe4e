import { call, getToken, isOnline, newKey, onSessionChange, queryClient, subscribeToConnection } from '@baraza/app';
import { ApiError, message } from '@baraza/contract';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { deviceStorage, saveDraft } from '../draft/draft-store.ts';
import { acknowledge } from './acknowledge.ts';
import { askForSync, keepSession } from './background-session.ts';
import { deliver } from './deliver.ts';
import {
  changeOutbox,
  getOutbox,
  guestOwner,
  inTurn,
  isOwner,
  presentItem,
  putItem,
  readOutbox,
  removeItem,
  setOwner,
  type OutboxItem,
} from './outbox.ts';

export type NewItem = Omit<OutboxItem, 'key' | 'language' | 'savedAt' | 'state' | 'tries'>;

const keptFor = 7 * 24 * 3_600_000;
const longestWait = 10 * 60_000;

/**
 * Puts a filled form into the outbox and sends it. Gives the server's answer, or undefined when it waits.
 * @throws ApiError when it is refused, or can neither be sent nor kept. It is the form's again while that is open.
 */
export async function submit(item: NewItem, isOpen: () => boolean): Promise<unknown> {
  const key = item.content.submissionKey ?? newKey();
  const savedAt = new Date().toISOString();
  const whole: OutboxItem = { ...item, key, language: i18n.locale, savedAt, state: 'waiting', tries: 0 };
  if (item.account === guestOwner) listen();
  else setOwner(item.account);
  const overtaken = getOutbox().items.find((other) => other.key === sendingOf?.key);
  // The form of a guest goes in one piece: it is sent again afterwards.
  if (overtaken?.account === guestOwner) sendingOf?.controller.abort();
  const kept = await putItem(whole);
  try {
    const reply = await sendNow(key).finally(() => overtaken && setTimeout(() => void sendWaiting(true)));
    if (!reply && !kept)
      throw new ApiError(0, { message: t`This phone is full. Free some space to keep writing.`, code: 'FULL' });
    return reply;
  } catch (error) {
    if (isOpen()) await removeItem(key);
    throw error;
  }
}

let sendingOf: { readonly key: string; readonly controller: AbortController } | null = null;

/** Sends one item unless another tab has; undefined when it waits, or was paused. */
function sendNow(key: string): Promise<unknown> {
  return inTurn(async () => {
    const item = await presentItem(key);
    if (item?.state !== 'waiting' || !isOwner(item.account)) return undefined;
    const controller = new AbortController();
    const startedAt = new Date().toISOString();
    sendingOf = { key, controller };
    const onProgress = (sent: number, total: number) => {
      changeOutbox({ sending: { key, sent, total } });
      if (sent === 0 || !isOvertaken(item, startedAt)) return;
      controller.abort();
      setTimeout(() => void sendWaiting(true));
    };
    let latest = item;
    const onNoted = (noted: OutboxItem) => void (latest = noted);
    try {
      const reply = await deliver(item, { call, controller, onProgress, onNoted });
      await acknowledged(latest, reply);
      return reply ?? true;
    } catch (error) {
      if (!controller.signal.aborted) await keepForLater(latest, error);
      return undefined;
    } finally {
      sendingOf = null;
      changeOutbox({ sending: null });
    }
  });
}

/** Whether something was submitted since: it goes between two chunks, so that no film holds up a complaint. */
const isOvertaken = (item: OutboxItem, since: string): boolean =>
  getOutbox().items.some(
    ({ key, account, state, tries, savedAt }) =>
      key !== item.key && account === item.account && state === 'waiting' && tries === 0 && savedAt >= since,
  );

async function acknowledged(item: OutboxItem, reply: unknown): Promise<void> {
  const { changed, hasRest } = await acknowledge(item, reply);
  if (changed)
    await putItem({ ...changed, state: 'refused', problem: { message: arrivedBefore().message, fields: {} } });
  if (hasRest) setTimeout(() => void sendWaiting(true));
  void queryClient.invalidateQueries();
}

/** @throws what the server refused for good. */
async function keepForLater(item: OutboxItem, error: unknown): Promise<void> {
  const present = await presentItem(item.key);
  if (present?.savedAt !== item.savedAt || present.state !== 'waiting') return;
  const tries = item.tries + 1;
  // The answer to an earlier try was lost: it is there.
  if (item.kind === 'survey' && item.tries > 0 && error instanceof ApiError && error.code === 'CONFLICT') {
    return acknowledged(item, undefined);
  }
  // An upload expired, or was lost with a disk: the files go anew.
  const areGone = error instanceof ApiError && error.fields['uploads'] !== undefined;
  if (areGone) item = { ...item, uploads: undefined, areFilesThere: undefined, stuck: undefined };
  // The code opens it no longer.
  const isClosed = error instanceof ApiError && item.receipt !== undefined && error.status === 401;
  if (error instanceof ApiError && (isDefinite(error) || isClosed) && !areGone) {
    const refusal = error.message === message.keyReused ? arrivedBefore() : error;
    await putItem({ ...item, tries, state: 'refused', problem: { message: refusal.message, fields: refusal.fields } });
    throw refusal;
  }
  const { sending } = getOutbox();
  const at = sending?.key === item.key ? sending.sent : 0;
  const { stuck = { tries: 0, at: 0 } } = item;
  const next = at > stuck.at ? { tries: 1, at } : { tries: stuck.tries + 1, at: stuck.at };
  const wait = Math.min(longestWait, 2 ** next.tries * 2000) * (0.5 + Math.random());
  const nextAt = new Date(Date.now() + wait).toISOString();
  await putItem({ ...item, tries, stuck: next, triedAt: new Date().toISOString(), nextAt });
  setTimeout(() => void sendWaiting(), wait);
  void askForSync();
}

const arrivedBefore = () =>
  new ApiError(409, {
    message: t`This had already arrived, without your last changes. Submit it again only if you want to send both.`,
    code: 'CONFLICT',
  });

/** Whether the refusal is final: a 4xx other than 401, 408 or 429. */
export function isDefinite({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status);
}

let round: { isAnotherDue: boolean; over: Promise<void> } | null = null;

/** Sends what waits and is due; with `now`, all that waits. */
export async function sendWaiting(now = false): Promise<void> {
  if (round) {
    round.isAnotherDue ||= now;
    return round.over;
  }
  const own = (round = { isAnotherDue: false, over: sendRound(now) });
  await own.over.finally(() => (round = null));
  if (own.isAnotherDue) await sendWaiting(true);
}

async function sendRound(now: boolean): Promise<void> {
  await readOutbox();
  const items = getOutbox().items.toSorted((a, b) => weightOf(a) - weightOf(b));
  for (const { key, state, account, nextAt, sentAt } of items) {
    const wait = nextAt === undefined ? 0 : Date.parse(nextAt) - Date.now();
    // Further away than any wait: the clock of the device was changed.
    const isDue = now || wait <= 0 || wait > 2 * longestWait;
    if (sentAt !== undefined && Date.now() - Date.parse(sentAt) > keptFor) await removeItem(key);
    else if (state === 'waiting' && isDue && isOnline() && mayAsk(account)) {
      // What is wrong with it stands in the outbox.
      await sendNow(key).catch(() => undefined);
    }
  }
}

const mayAsk = (account: string) => account === guestOwner || getToken() !== null;
const weightOf = ({ content }: OutboxItem) => content.files.reduce((sum, { blob }) => sum + blob.size, 0);

let isListening = false;

function listen(): void {
  if (!isListening) subscribeToConnection(() => void (isOnline() && sendWaiting(true)));
  isListening = true;
}

/** Sends by itself what waits of guests, from now on. */
export function startGuestOutbox(): void {
  listen();
  void sendWaiting(true);
}

/** Sends also what waits of whoever is logged in. Gives what ends that. */
export function startOutbox(account: string): () => void {
  setOwner(account);
  startGuestOutbox();
  const token = getToken();
  if (token !== null) void keepSession({ account, token });
  // Whoever comes next has another account.
  const stopListening = onSessionChange(() => void keepSession(null));
  return () => {
    stopListening();
    setOwner(undefined);
    // What a guest sends goes on.
    const isTheirs = getOutbox().items.some((item) => item.key === sendingOf?.key && item.account === account);
    if (isTheirs) sendingOf?.controller.abort();
  };
}

/** Stops sending an item; the person starts it again. */
export async function pause(item: OutboxItem): Promise<void> {
  if (sendingOf?.key === item.key) sendingOf.controller.abort();
  await putItem({ ...item, state: 'paused' });
}

export async function tryNow(item: OutboxItem): Promise<void> {
  await putItem({ ...item, state: 'waiting' });
  await sendNow(item.key).catch(() => undefined);
}

export async function deleteItem({ key }: OutboxItem): Promise<void> {
  if (sendingOf?.key === key) sendingOf.controller.abort();
  await removeItem(key);
  changeOutbox({ full: false });
}

/** Puts a deleted item back and sends it; not after a log-out. */
export async function undelete(item: OutboxItem): Promise<void> {
  if (!isOwner(item.account)) return;
  await putItem(item);
  await sendWaiting();
}

/** Makes an item the draft of its form again. What the form holds becomes an item: nothing is lost. */
export async function takeBack(item: OutboxItem): Promise<void> {
  const { draft, content, problem, key, state } = item;
  if (draft === undefined) return;
  const other = await deviceStorage.get(draft);
  if (sendingOf?.key === key) sendingOf.controller.abort();
  if (other && other.submissionKey !== key) {
    const reason = { message: t`You have not sent this yet.`, fields: {} };
    const title = other.values['title'] ?? item.title;
    await putItem({ ...item, key: newKey(), content: other, title, state: 'refused', problem: reason });
  }
  await saveDraft(draft, { ...content, problem, submissionKey: state === 'refused' ? newKey() : key });
  await removeItem(key);
}
