import { FormDialog } from '@baraza/app/form/form-dialog';
import { notify } from '@baraza/app/notify';
import type { Complaint } from '@baraza/contract/complaint/complaint';
import { limit } from '@baraza/contract/core/common';
import { TextareaField } from '@baraza/ui/fields';
import { t } from '@lingui/core/macro';
import { FailureNotice } from '../../../lib/form/failure-notice.tsx';
import { StepFiles } from './step-files.tsx';
import { useStepForm } from './use-step-form.ts';

/** Adds photos and videos to an open complaint, with words about them. */
export function EvidenceDialog({ complaint, onClose }: { complaint: Complaint; onClose: () => void }) {
  const step = useStepForm('evidence', complaint, (isSent) => {
    onClose();
    if (isSent) notify.success(t`Your evidence is added.`);
  });
  return (
    <FormDialog
      form={step.form}
      title={t`Add evidence`}
      size="l"
      keep={null}
      yes={t`Send evidence`}
      ready={step.media.count > 0}
      pendingText={t`Sending`}
      onClose={onClose}
    >
      <FailureNotice error={step.error} />
      <StepFiles id="evidence-files" label={t`Photos and videos`} it={step} />
      <TextareaField
        label={t`What do they show?`}
        optionalText={t`(optional)`}
        rows={3}
        maxLength={limit.textMax}
        value={step.text}
        onChange={(event) => step.setText(event.target.value)}
      />
    </FormDialog>
  );
}
