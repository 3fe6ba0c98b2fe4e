import type { Complaint, FiledComplaint, GuestReceipt } from '@baraza/contract';
import { deviceStorage, draftKey } from '../draft/draft-store.ts';
import { paths } from '../router/paths.ts';
import { keepReceipt } from './kept-receipt.ts';
import { announceArrival, guestOwner, presentItem, putItem, removeItem, type OutboxItem } from './outbox.ts';

/** Records that the server has an item. Returns the item if it was edited meanwhile, and whether its files follow. */
export async function acknowledge(
  item: OutboxItem,
  reply: unknown,
): Promise<{ changed?: OutboxItem; hasRest?: boolean }> {
  const isGuest = item.account === guestOwner;
  const receipt = isGuest && item.kind === 'complaint' ? (reply as GuestReceipt) : null;
  // First, even if the item is already deleted: only the receipt code opens the complaint.
  const isKept = receipt === null || (await keepReceipt(receipt));
  announceArrival();
  const present = await presentItem(item.key);
  if (!present) return {};
  if (present.savedAt !== item.savedAt) return { changed: present };
  const rest = item.wordsFirst
    ? receipt
      ? guestFilesAfter(item, receipt)
      : [filesAfter(item, reply as Complaint)]
    : [];
  const unkept: OutboxItem[] = [];
  for (const each of rest) {
    if (!(await presentItem(each.key)) && !(await putItem(each))) unkept.push(each);
  }
  const sent = sentItem(item, reply);
  const isNoted = !isGuest && (await putItem(sent));
  // Otherwise it would be sent again at the next start. Guests' items are never kept.
  if (!isNoted) await removeItem(item.key);
  // Now there is room for it; if not, this page still shows the receipt.
  if (!isGuest && !isNoted) await putItem(sent);
  // Removing the item has made room.
  if (receipt && !isKept) await keepReceipt(receipt);
  for (const each of unkept) await putItem(each);
  if (item.draft !== undefined) {
    const draft = await deviceStorage.get(item.draft).catch(() => undefined);
    if (draft?.submissionKey === item.key) await deviceStorage.delete(item.draft);
  }
  return { hasRest: rest.length > 0 };
}

/** Keeps of an item what its owner looks for later: the form and the files are with the server. */
function sentItem(item: OutboxItem, reply: unknown): OutboxItem {
  const filed = item.kind === 'complaint' ? (reply as FiledComplaint | undefined) : undefined;
  return {
    ...item,
    state: 'sent',
    sentAt: new Date().toISOString(),
    content: { ...item.content, values: {}, files: [], recording: null },
    body: {},
    ...(filed && { filed, trackingId: filed.trackingId, path: paths.complaint(filed.id) }),
  };
}

/** Makes the item of files that follow a complaint sent without them. Made twice, it has the same key. */
function filesAfter(complaint: OutboxItem, { id, trackingId }: Complaint): OutboxItem {
  const { content, uploads } = complaint;
  return {
    ...evidenceAfter(complaint, 'files', trackingId, { values: { text: '' }, files: content.files }),
    body: { id },
    draft: draftKey('evidence', id),
    path: paths.complaint(id),
    ...(uploads && { uploads: content.recording ? uploads.slice(1) : uploads }),
  };
}

/** Makes one item per file for a guest. They cannot edit an item to remove a refused file. */
const guestFilesAfter = (complaint: OutboxItem, { id, trackingId, receiptCode }: GuestReceipt): OutboxItem[] =>
  complaint.content.files.map((file, index) => ({
    ...evidenceAfter(complaint, `file-${index + 1}`, trackingId, { values: {}, files: [file] }),
    body: { id, text: '' },
    path: paths.track,
    receipt: { trackingId, receiptCode },
  }));

function evidenceAfter(
  complaint: OutboxItem,
  suffix: string,
  follows: string,
  { values, files }: Pick<OutboxItem['content'], 'values' | 'files'>,
) {
  const { account, title, office, language } = complaint;
  const key = `${complaint.key}-${suffix}`;
  const content = { values, files, recording: null, submissionKey: key };
  return {
    key,
    account,
    kind: 'evidence',
    title,
    office,
    language,
    content,
    savedAt: new Date().toISOString(),
    state: 'waiting',
    tries: 0,
    follows,
  } as const;
}
