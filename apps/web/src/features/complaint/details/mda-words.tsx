import { AttachmentList, DateText, lazyPart, PlainText, Translatable, say } from '@baraza/app';
import type { Complaint } from '@baraza/contract';
import { t } from '@lingui/core/macro';

const AnswerForm = lazyPart(async () => ({ default: (await import('./answer-form.tsx')).AnswerForm }), {
  // As tall as the form, so that nothing below moves when it loads.
  waiting: <div className="h-[23.35rem] m:h-96" />,
});

/** Shows the open question of the MDA with the form for the answer. */
export function Question({ complaint }: { complaint: Complaint }) {
  const { text: question, attachments = [] } = complaint.history.findLast((entry) => entry.action === 'ask') ?? {};
  return (
    <section aria-labelledby="question" className="sheet grid gap-4 border-s-[0.3rem] border-s-gold px-5 py-4.5">
      <div className="grid gap-1.5">
        <h2 id="question" className="text-h3">
          {t`${say(complaint.mda.name)} asks you`}
        </h2>
        {question && <PlainText>{question}</PlainText>}
        {attachments.length > 0 && <AttachmentList attachments={attachments} />}
      </div>
      <AnswerForm complaint={complaint} />
    </section>
  );
}

/** Shows the newest public reply, also after a re-opening. Questions have their own block, then the history. */
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
        {t`from ${say(complaint.mda.name)}`}
        {complaint.repliedAt && (
          <>
            {' · '}
            <DateText at={complaint.repliedAt} />
          </>
        )}
      </p>
      <Translatable complaint={complaint} entry={entry}>
        <PlainText>{complaint.reply}</PlainText>
      </Translatable>
      {attachments.length > 0 && <AttachmentList attachments={attachments} />}
    </section>
  );
}
