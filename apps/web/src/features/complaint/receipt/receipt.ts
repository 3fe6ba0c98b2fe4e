import { useUser } from '../../../lib/api/session.ts';
import { isComplaint, isUnsent, putItem, type OutboxItem } from '../../../lib/outbox/outbox.ts';
import { useOutbox } from '../../../lib/outbox/use-outbox.ts';

/** Returns the newest complaint of this device that is unsent or has an open receipt. */
export function useReceipt(): OutboxItem | undefined {
  const { items } = useOutbox(useUser().data?.id);
  return items.findLast((item) => isComplaint(item) && (isUnsent(item) || item.filed !== undefined));
}

/** Closes the receipt of a sent complaint for good. */
export const closeReceipt = (item: OutboxItem) => void putItem({ ...item, filed: undefined });

let isFresh = false;
/** Makes the next receipt take the focus: its complaint was just submitted. */
export const focusNextReceipt = () => void (isFresh = true);
/** Whether the receipt takes the focus. Only the first call after submitting returns true. */
export function takesFocus(): boolean {
  const wasFresh = isFresh;
  isFresh = false;
  return wasFresh;
}
