import { getGuest } from '@baraza/app/api/client';
import { useUser } from '../api/session.ts';
import { paths } from '../router/paths.ts';
import { guestOwner } from './outbox.ts';
import type { NewItem } from './send.ts';

/** In whose name a step of a complaint is submitted, and where it can be seen: with an account, or with the code that opened it. */
export function useSender(complaintId: string): Pick<NewItem, 'account' | 'path' | 'receipt'> {
  const guest = getGuest();
  const account = useUser().data?.id ?? '';
  return guest
    ? { account: guestOwner, path: paths.track, receipt: guest.pair }
    : { account, path: paths.complaint(complaintId) };
}
