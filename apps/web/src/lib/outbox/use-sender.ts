import { getGuest } from '@baraza/app';
import { useUser } from '../api/session.ts';
import { paths } from '../router/paths.ts';
import { guestOwner } from './outbox.ts';
import type { NewItem } from './send.ts';

/** Returns the sender of a step: an account or a receipt code. */
export function useSender(complaintId: string): Pick<NewItem, 'account' | 'path' | 'receipt'> {
  const guest = getGuest();
  const account = useUser().data?.id ?? '';
  return guest
    ? { account: guestOwner, path: paths.track, receipt: guest.pair }
    : { account, path: paths.complaint(complaintId) };
}
