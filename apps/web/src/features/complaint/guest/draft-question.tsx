import { formatMoment, Heading } from '@baraza/app';
import { Button, Notice } from '@baraza/ui';
import { t } from '@lingui/core/macro';

interface DraftQuestionProps {
  readonly savedAt: string;
  readonly onGoOn: () => void;
  readonly onDelete: () => void;
}

/** Question before a draft is shown, because another person may be using the phone. */
export default function DraftQuestion({ savedAt, onGoOn, onDelete }: DraftQuestionProps) {
  const when = formatMoment(savedAt);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Heading title={t`Complain without an account`} />
      <Notice
        title={t`We kept your draft from ${when}.`}
        actions={
          <>
            <Button variant="primary" onClick={onGoOn}>
              {t`Continue with your draft`}
            </Button>
            <Button variant="danger-quiet" onClick={onDelete}>
              {t`Delete it`}
            </Button>
          </>
        }
      >
        {t`Not yours? Then delete it.`}
      </Notice>
    </div>
  );
}
