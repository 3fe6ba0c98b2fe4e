import { t } from '@lingui/core/macro';
import { MediaField } from '../../../lib/media/media-field.tsx';
import type { StepForm } from './use-step-form.ts';

/** The photos and videos that go along with a step. */
export function StepFiles({ step }: { step: StepForm }) {
  return (
    <MediaField
      id={step.filesId}
      label={t`Photos and videos`}
      hint={t`Up to 10 photos or videos, 10 MB each. We shrink photos before sending.`}
      kind="media"
      drafted={step}
    />
  );
}
