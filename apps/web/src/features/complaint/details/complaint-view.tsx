import type { Complaint } from '@baraza/contract/complaint/complaint';
import { canAnswer, isQuestionWithdrawn } from '@baraza/contract/complaint/citizen-action';
import { Notice } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { RefObject } from 'react';
import { lazyPart } from '@baraza/app';
import { Statement } from '../../../lib/media/statement.tsx';
import { ComplaintActions } from './complaint-actions.tsx';
import { ComplaintFacts } from './complaint-facts.tsx';
import { ComplaintHead } from './complaint-head.tsx';
import { ComplaintHistory } from './complaint-history.tsx';
import { ReplyBlock } from './reply-block.tsx';

const AnswerForm = lazyPart(async () => ({ default: (await import('./answer-form.tsx')).AnswerForm }));

interface ComplaintViewProps {
  readonly complaint: Complaint;
  readonly answers?: RefObject<HTMLDivElement | null>;
}

const loadUnsentAnswer = async () => ({ default: (await import('./unsent-answer.tsx')).UnsentAnswer });
const UnsentAnswer = lazyPart(loadUnsentAnswer, { quiet: true });

/** A complaint with its conversation, and what its citizen can do with it. */
export function ComplaintView({ complaint, answers }: ComplaintViewProps) {
  // An element: a name with angle brackets is no tag of ours.
  const mda = <bdi>{complaint.mda.name}</bdi>;
  return (
    <>
      <ComplaintHead complaint={complaint} />
      {complaint.state === 'merged' && (
        <Notice title={t`Handled together with another complaint`}>
          <Trans>
            Others told {mda} about the same matter. You get the same answers, and your status follows that complaint.
          </Trans>
        </Notice>
      )}
      {complaint.state === 'appeal' && (
        <Notice title={t`Under review`}>
          <Trans>The oversight office looks at how your complaint ended. It decides, and you read why.</Trans>
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 l:grid-cols-[minmax(0,1fr)_17.5rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <div ref={answers} className="grid grid-cols-[minmax(0,1fr)] gap-6 empty:-mb-6">
            {canAnswer(complaint) && <AnswerForm complaint={complaint} />}
            {isQuestionWithdrawn(complaint.history) && <UnsentAnswer complaint={complaint} />}
            <ReplyBlock complaint={complaint} />
          </div>
          <ComplaintActions complaint={complaint} />
          <Statement
            description={complaint.description}
            language={complaint.history[0]?.language}
            attachments={complaint.attachments}
          />
          <ComplaintHistory complaint={complaint} />
        </div>
        <ComplaintFacts complaint={complaint} />
      </div>
    </>
  );
}
