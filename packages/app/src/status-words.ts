import type { Status } from '@baraza/contract/complaint/state';
import { t } from '@lingui/core/macro';

/** Names a status; an unknown one is shown as it was sent. */
export function statusWord(status: string): string {
  switch (status as Status) {
    case 'Pending':
      return t`Pending`;
    case 'Processing':
      return t`Processing`;
    case 'Resolved':
      return t`Resolved`;
    case 'Canceled':
      return t`Canceled`;
    default:
      return status;
  }
}

/** The word of each station of the thread. */
export function threadWords() {
  return { pending: t`Pending`, processing: t`Processing`, resolved: t`Resolved`, canceled: t`Canceled` };
}
