import { AreaFields, lazyPart } from '@baraza/app';
import { statedFactMax } from '@baraza/contract';
import { besideEachOther, DateField, Field, SheetPart, TextField } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { MediaField } from '../../../lib/media/media-field.tsx';
import { PointField } from './point-field.tsx';
import { dayBefore } from './complaint-checks.ts';
import { complaintLabels } from './complaint-values.ts';
import type { ComplaintForm } from './use-complaint-form.ts';

// All parts after the first two are in this file, which a form loads once it is on screen.
export { PartIdentity } from './part-identity.tsx';

const Recorder = lazyPart(() => import('../../../lib/media/recorder.tsx'), {
  waiting: <div className="min-h-11 m:min-h-18 rounded-1 border border-line bg-paper" />,
});

/** Place and day of the incident. */
export function PartWhere({ complaint: { form, days, folds } }: { complaint: ComplaintForm }): ReactNode {
  const { location, incidentDate } = form.values;
  const line = (
    <>
      {location} {location && incidentDate && '· '}
      <span className="whitespace-nowrap">{incidentDate}</span>
    </>
  );
  return (
    <SheetPart number={3} title={t`Where and when?`} inert={form.pending} fold={folds?.fold('where', line)}>
      <div className={besideEachOther}>
        <AreaFields
          id="area"
          value={form.values.area}
          onChange={(code) => form.set('area', code)}
          placeholder={t`Choose one`}
          optionalText={t`(optional)`}
          error={form.errors['area']}
        />
      </div>
      <div className={besideEachOther}>
        <TextField {...form.field('location')} required maxLength={statedFactMax.location} autoComplete="off" />
        <DateField
          {...form.field('incidentDate')}
          required
          min={days.min}
          max={days.max}
          shortcuts={[
            { day: days.max, label: t`Today` },
            { day: dayBefore(days.max), label: t`Yesterday` },
          ]}
          onShortcut={(day) => {
            form.set('incidentDate', day);
            form.clearError('incidentDate');
          }}
          footer={<Trans>From {days.min} to today</Trans>}
        />
      </div>
      <PointField form={form} />
    </SheetPart>
  );
}

/** Recorder of a spoken complaint. Saves the draft first, since recording may evict the page from memory. */
export function RecorderField({ complaint, hint }: { complaint: ComplaintForm; hint: string }): ReactNode {
  const { form, keeper } = complaint;
  return (
    <Field
      group
      id="audio"
      label={complaintLabels().audio}
      hint={hint}
      error={form.errors['audio']}
      errorPrefix={t`Error:`}
    >
      {(control, labelId) => (
        <div id={control.id} tabIndex={-1}>
          <Recorder
            value={complaint.recording}
            onChange={complaint.setRecording}
            onBeforeStart={() => keeper.flush()}
            disabled={form.pending}
            labelId={labelId}
            describedBy={control['aria-describedby']}
          />
        </div>
      )}
    </Field>
  );
}

/** Photos, videos and PDFs; on wide screens also the recording. */
export function PartProof({ complaint }: { complaint: ComplaintForm }): ReactNode {
  const { folds, media } = complaint;
  const labels = complaintLabels();
  return (
    <SheetPart
      number={4}
      title={t`Proof, if you have any`}
      fold={folds?.fold('proof', plural(media.count, { 0: 'None', one: '# file', other: '# files' }))}
    >
      {!folds && (
        <RecorderField
          complaint={complaint}
          hint={t`A recording is enough: you can leave the title and the description empty. Up to 5 minutes, about 2 MB for each minute. A new recording replaces the old one.`}
        />
      )}
      <MediaField
        id="files"
        label={labels.files}
        hint={t`Any photo (JPEG, PNG, WebP, AVIF, GIF), PDF, or mp4, webm, ogg or mov. Up to 10 MB each. We shrink photos before sending.`}
        kind="media"
        drafted={complaint}
      />
    </SheetPart>
  );
}
