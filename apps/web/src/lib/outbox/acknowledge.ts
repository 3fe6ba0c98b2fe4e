import type { Complaint, GuestReceipt } from '@baraza/contract';
import { deviceStorage, draftKey, type Draft } from '../draft/draft-store.ts';
import { paths } from '../router/paths.ts';
import { keepReceipt } from './kept-receipt.ts';
import { guestOwner, presentItem, putItem, removeItem, type OutboxItem } from './outbox.ts';

/** Notes that the server has an item. Gives the item as it was changed meanwhile, and whether something follows it. */
export async function acknowledge(
  item: OutboxItem,
  reply: unknown,
): Promise<{ changed?: OutboxItem; hasRest?: boolean }> {
  const isGuest = item.account === guestOwner;
  const receipt = isGuest && item.kind === 'complaint' ? (reply as GuestReceipt) : null;
  // First, even where the item is gone by now: nothing else opens the complaint.
  const isKept = receipt === null || (await keepReceipt(receipt));
  const present = await presentItem(item.key);
  if (!present) return {};
  if (present.savedAt !== item.savedAt) return { changed: present };
  const { id, trackingId } = (reply ?? {}) as Partial<Complaint>;
  const rest = item.wordsFirst ? (receipt ? restOfGuest(item, receipt) : [restOf(item, reply as Complaint)]) : [];
  const unkept: OutboxItem[] = [];
  for (const each of rest) {
    if (!(await presentItem(each.key)) && !(await putItem(each))) unkept.push(each);
  }
  const isNoted =
    !isGuest &&
    (await putItem({
      ...item,
      state: 'sent',
      sentAt: new Date().toISOString(),
      content: { ...item.content, values: {}, files: [], recording: null },
      body: {},
      ...(trackingId && item.kind === 'complaint'
        ? { trackingId, path: `/app/complaint/complaint-details/${id}` }
        : {}),
    }));
  // It would be sent again at the next start. Of a guest's nothing stays.
  if (!isNoted) await removeItem(item.key);
  // Now there is room for them.
  if (receipt && !isKept) await keepReceipt(receipt);
  for (const each of unkept) await putItem(each);
  if (item.draft !== undefined) {
    const draft = (await deviceStorage.get(item.draft).catch(() => undefined)) as Draft | undefined;
    if (draft?.submissionKey === item.key) await deviceStorage.delete(item.draft);
  }
  return { hasRest: rest.length > 0 };
}

/** What follows a complaint whose words went first; its key is the same however often that is found out. */
function restOf(complaint: OutboxItem, { id, trackingId }: Complaint): OutboxItem {
  const { key, account, title, office, language, content, uploads } = complaint;
  const own = `${key}-files`;
  return {
    key: own,
    account,
    kind: 'evidence',
    title,
    office,
    language,
    body: { id },
    content: { values: { text: '' }, files: content.files, recording: null, submissionKey: own },
    draft: draftKey('evidence', id),
    path: paths.complaint(id),
    savedAt: new Date().toISOString(),
    state: 'waiting',
    tries: 0,
    ...(uploads && { uploads: content.recording ? uploads.slice(1) : uploads }),
    follows: trackingId,
  };
}

/** The files that follow the words of a guest, each alone: a line that breaks costs one of them. */
const restOfGuest = (complaint: OutboxItem, { id, trackingId, receiptCode }: GuestReceipt): OutboxItem[] =>
  complaint.content.files.map((file, index) => {
    const { key, account, title, office, language } = complaint;
    const own = `${key}-file-${index + 1}`;
    return {
      key: own,
      account,
      kind: 'evidence',
      title,
      office,
      language,
      body: { id, text: '' },
      content: { values: {}, files: [file], recording: null, submissionKey: own },
      path: paths.track,
      savedAt: new Date().toISOString(),
      state: 'waiting',
      tries: 0,
      follows: trackingId,
      receipt: { trackingId, receiptCode },
    };
  });
