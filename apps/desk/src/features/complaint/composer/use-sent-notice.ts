import { call } from '@baraza/app/api/client';
import { notify } from '@baraza/app/notify';
import { useLocation, useNavigate } from '@baraza/app/router/router';
import { errorText } from '@baraza/app/texts';
import { undoReply } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import type { DraftHandle } from './use-draft.ts';

/** Says that a reply is sent, and offers to take it back while the server holds it. */
export function useSentNotice(complaintId: string, drafts: DraftHandle): (hold: string, text: string) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (hold, text) => {
    const undo = async () => {
      try {
        const { message } = await call(undoReply, { params: { id: complaintId }, body: { hold } });
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
