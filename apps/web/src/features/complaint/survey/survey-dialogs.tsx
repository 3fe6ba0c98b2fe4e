import { type Complaint, limit } from '@baraza/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { refreshComplaints } from '../complaint.api.ts';
import { Button, Dialog, RatingField, TextareaField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FailureNotice } from '../../../lib/form/failure-notice.tsx';
import { FormDialog } from '@baraza/app';
import { useStepForm } from '../details/use-step-form.ts';

interface SurveyDialogsProps {
  complaint: Pick<Complaint, 'id' | 'title' | 'mda'>;
  onDone: () => void;
}

/** The survey, then the thanks; closing the thanks asks for everything about complaints again. */
export default function SurveyDialogs({ complaint, onDone }: SurveyDialogsProps): ReactNode {
  const client = useQueryClient();
  const [taken, setTaken] = useState(false);
  if (!taken) return <SurveyDialog complaint={complaint} onTaken={() => setTaken(true)} onClose={onDone} />;
  return (
    <SurveyThanksDialog
      onClose={() => {
        onDone();
        void refreshComplaints(client);
      }}
    />
  );
}

interface SurveyDialogProps extends Pick<SurveyDialogsProps, 'complaint'> {
  onTaken: () => void;
  onClose: () => void;
}

function SurveyDialog({ complaint, onTaken, onClose }: SurveyDialogProps): ReactNode {
  const { form, text, setText, rating, setRating, error } = useStepForm('survey', complaint, (isSent) =>
    isSent ? onTaken() : onClose(),
  );
  return (
    <FormDialog
      form={form}
      title={t`We Value Your Replies!`}
      size="l"
      keep={null}
      yes={t`Submit`}
      ready={rating !== '' && text.trim() !== ''}
      pendingText={t`Sending`}
      onClose={onClose}
    >
      <p className="text-ink-2">{t`How satisfied are you with how “${complaint.title}” was handled?`}</p>
      <FailureNotice error={error} />
      <RatingField
        label={t`Your rating`}
        name="rating"
        required
        value={rating === '' ? null : Number(rating)}
        onChange={(value) => setRating(String(value))}
        options={[
          { value: 1, label: t`Very Dissatisfied` },
          { value: 2, label: t`Dissatisfied` },
          { value: 3, label: t`Neutral` },
          { value: 4, label: t`Satisfied` },
          { value: 5, label: t`Very Satisfied` },
        ]}
      />
      <TextareaField
        label={t`Your comment`}
        required
        rows={2}
        maxLength={limit.textMax}
        value={text}
        onChange={(event) => setText(event.target.value)}
        footer={t`Choose a rating and write a comment to submit.`}
      />
    </FormDialog>
  );
}

function SurveyThanksDialog({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <Dialog
      size="l"
      onClose={onClose}
      title={t`Thank You for Your Replies!`}
      footer={
        <Button variant="primary" autoFocus onClick={onClose}>
          {t`Close`}
        </Button>
      }
    >
      <p>
        <Trans>
          Your answer helps to make the service better. If it is not solved after all, you can re-open the ticket.
        </Trans>
      </p>
    </Dialog>
  );
}
