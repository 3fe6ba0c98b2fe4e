import { call } from '@baraza/app/api/client';
import { notify } from '@baraza/app/notify';
import { useLocation, useNavigate } from '@baraza/app/router/router';
import { errorText } from '@baraza/app/texts';
import { undoReply } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import type { DraftHandle } from './use-draft.ts';

interface Sent {
  /** By which the server knows it. */
  readonly hold: string;
  readonly text: string;
  readonly files: readonly File[];
}

/** Files of undone replies, until the composer of their complaint takes them. */
const undone = new Map<string, readonly File[]>();

/** Takes the files that go back into the composer of a complaint. */
export function takeUndoneFiles(complaintId: string): readonly File[] {
  const files = undone.get(complaintId) ?? [];
  undone.delete(complaintId);
  return files;
}

/** Says that a reply is sent, and offers undo while the server holds it. */
export function useSentNotice(complaintId: string, drafts: DraftHandle): (sent: Sent) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return ({ hold, text, files }) => {
    const undo = async () => {
      try {
        const { message } = await call(undoReply, { params: { id: complaintId }, body: { hold } });
        undone.set(complaintId, files);
        drafts.restore(text);
        notify.info(message);
        navigate(pathname + search);
      } catch (error) {
        notify.error(errorText(error));
      }
    };
    notify.success(t`Sent.`, { label: (seconds) => t`Undo (${seconds})`, seconds: 10, run: () => void undo() });
  };
}
