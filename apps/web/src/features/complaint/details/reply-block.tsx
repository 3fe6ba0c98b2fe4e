import type { Complaint } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { AttachmentList } from '../../../lib/media/attachment-list.tsx';
import { DateText, Translatable } from '@baraza/app';

/** The newest public reply, also after a re-opening. A question stands in its own block, and once answered in the history. */
export function ReplyBlock({ complaint }: { complaint: Complaint }) {
  const entry = complaint.history.findLast(({ text }) => text === complaint.reply);
  if (!complaint.reply || entry?.action === 'ask') return null;
  const { attachments = [] } = entry ?? {};
  return (
    <section aria-labelledby="reply" className="sheet grid gap-1.5 border-s-[0.3rem] border-s-gold px-5 py-4.5">
      <h2 id="reply" className="text-h3">
        {t`Reply`}
      </h2>
      <p className="text-sm text-ink-2">
        {t`from ${complaint.mda.name}`}
        {complaint.repliedAt && (
          <>
            {' · '}
            <DateText at={complaint.repliedAt} />
          </>
        )}
      </p>
      <Translatable complaint={complaint} entry={entry}>
        <p dir="auto" className="whitespace-pre-wrap">
          {complaint.reply}
        </p>
      </Translatable>
      {attachments.length > 0 && <AttachmentList attachments={attachments} />}
    </section>
  );
}
