import { call, getToken, isOnline, newKey, onSessionChange, subscribeToConnection } from '@baraza/app';
import { ApiError, message } from '@baraza/contract';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { storageText } from '../device/storage-text.ts';
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
  sendAlone,
  setOwner,
  type OutboxItem,
  weightOf,
} from './outbox.ts';

export type NewItem = Omit<OutboxItem, 'key' | 'language' | 'savedAt' | 'state' | 'tries'>;

const keptFor = 7 * 24 * 3_600_000;
const longestWait = 10 * 60_000;

/**
 * Puts a form into the outbox and sends it. Returns the server's reply, or undefined while the item waits.
 * @throws ApiError if the item is refused, or can neither be sent nor stored; it then leaves the outbox if the form is open.
 */
export async function submit(item: NewItem, isOpen: () => boolean): Promise<unknown> {
  const key = item.content.submissionKey ?? newKey();
  const savedAt = new Date().toISOString();
  const newItem: OutboxItem = { ...item, key, language: i18n.locale, savedAt, state: 'waiting', tries: 0 };
  if (item.account === guestOwner) listen();
  else setOwner(item.account);
  const overtaken = getOutbox().items.find((other) => other.key === sendingOf?.key);
  // A guest's form is one request: it is aborted and sent again afterwards.
  if (overtaken?.account === guestOwner) sendingOf?.controller.abort();
  const kept = await putItem(newItem);
  try {
    const reply = await sendNow(key).finally(() => overtaken && setTimeout(() => void sendWaiting(true)));
    const problem = kept ? undefined : getOutbox().unsaved.get(key);
    if (!reply && problem) throw new ApiError(0, { message: storageText(problem), code: 'NOT_STORED' });
    return reply;
  } catch (error) {
    if (isOpen()) await removeItem(key);
    throw error;
  }
}

let sendingOf: { readonly key: string; readonly controller: AbortController } | null = null;

/** Pause before an item of the service worker is looked at again (ms). */
const lookAgainMs = 10_000;

/** Sends one item unless another tab has; undefined if it waits, was paused, or the service worker sends it. */
function sendNow(key: string): Promise<unknown> {
  const send = async () => {
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
  };
  return inTurn(() => sendAlone(key, send, () => void setTimeout(() => void sendWaiting(), lookAgainMs)));
}

/** Whether another item was submitted since: it is sent between two chunks, so that a video never delays a complaint. */
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
}

/** Stores a failed item for its next try. @throws ApiError if the refusal is final. */
async function keepForLater(item: OutboxItem, error: unknown): Promise<void> {
  const present = await presentItem(item.key);
  if (present?.savedAt !== item.savedAt || present.state !== 'waiting') return;
  const tries = item.tries + 1;
  // The reply to an earlier try was lost: the server has the survey.
  if (item.kind === 'survey' && item.tries > 0 && error instanceof ApiError && error.code === 'CONFLICT') {
    return acknowledged(item, undefined);
  }
  // An upload expired or was lost: the files are uploaded again.
  const areUploadsGone = error instanceof ApiError && error.fields['uploads'] !== undefined;
  if (areUploadsGone) item = { ...item, uploads: undefined, areFilesThere: undefined, stuck: undefined };
  // The receipt code no longer opens the complaint.
  const isClosed = error instanceof ApiError && item.receipt !== undefined && error.status === 401;
  if (error instanceof ApiError && (isDefinite(error) || isClosed) && !areUploadsGone) {
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

/** Sends all waiting items that are due; with `now`, all waiting items. */
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
    // Longer than any wait: the device's clock was changed.
    const isDue = now || wait <= 0 || wait > 2 * longestWait;
    if (sentAt !== undefined && Date.now() - Date.parse(sentAt) > keptFor) await removeItem(key);
    else if (state === 'waiting' && isDue && key !== sendingOf?.key && isOnline() && maySend(account)) {
      // The outbox shows the error.
      await sendNow(key).catch(() => undefined);
    }
  }
}

const maySend = (account: string) => account === guestOwner || getToken() !== null;

let isListening = false;

function listen(): void {
  if (!isListening) subscribeToConnection(() => void (isOnline() && sendWaiting(true)));
  isListening = true;
}

/** Starts sending the guests' outbox automatically. */
export function startGuestOutbox(): void {
  listen();
  void sendWaiting(true);
}

/** Starts sending the signed-in account's outbox as well. Returns a function that stops it. */
export function startOutbox(account: string): () => void {
  setOwner(account);
  startGuestOutbox();
  const token = getToken();
  if (token !== null) void keepSession({ account, token });
  // The next person has another account.
  const stopListening = onSessionChange(() => void keepSession(null));
  return () => {
    stopListening();
    setOwner(undefined);
    // A guest's item continues.
    const isTheirs = getOutbox().items.some((item) => item.key === sendingOf?.key && item.account === account);
    if (isTheirs) sendingOf?.controller.abort();
  };
}

/** Stops sending an item until the person resumes it. */
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
}

/** Restores a deleted item and sends it; not after a log-out. */
export async function undelete(item: OutboxItem): Promise<void> {
  if (!isOwner(item.account)) return;
  await putItem(item);
  await sendWaiting();
}

/** Turns an item back into the draft of its form. A present draft becomes an item, so that nothing is lost. */
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
