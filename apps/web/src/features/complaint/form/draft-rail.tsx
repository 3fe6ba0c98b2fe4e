import { cx, Icon } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { StorageProblem } from '../../../lib/device/storage.ts';
import { storageText } from '../../../lib/device/storage-text.ts';
import type { ComplaintForm } from './use-complaint-form.ts';
import { formatSize, formatTime } from '@baraza/app';
import { totals } from '@baraza/ui/lib/media-rules';
import type { MediaFiles } from '@baraza/ui/use-media-files';

/** Column beside the form: whether the draft is saved, the data volume to send, and the next steps. */
export default function DraftRail({ complaint }: { complaint: ComplaintForm }): ReactNode {
  return (
    <aside
      aria-label={t`About this complaint`}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 l:sticky l:top-20 l:col-start-2 l:row-span-2 l:row-start-1"
    >
      {/* The bar of a form in parts says when it was saved. */}
      {(!complaint.folds || complaint.storageProblem) && (
        <section aria-labelledby="your-draft" className="sheet grid gap-3 px-4.5 pt-4.5 pb-5">
          <h2 id="your-draft" className="text-lead">
            {t`Your draft`}
          </h2>
          <SavedLine savedAt={complaint.savedAt} problem={complaint.storageProblem} />
        </section>
      )}
      <DataMeter media={complaint.media} recording={complaint.recording} />
      {!complaint.folds && (
        <section aria-labelledby="what-next" className="sheet grid gap-3 px-4.5 pt-4.5 pb-5">
          <h2 id="what-next" className="text-lead">
            {t`What happens next`}
          </h2>
          <ol className="grid list-decimal gap-3 ps-5 text-md text-ink-2">
            <NextStep title={t`You get a tracking ID`}>{t`Keep it. You can copy, print or share it.`}</NextStep>
            <NextStep title={t`The MDA answers here`}>{t`We notify you when the status changes.`}</NextStep>
            <NextStep title={t`You decide if it is solved`}>{t`Rate the reply, or re-open the ticket.`}</NextStep>
          </ol>
        </section>
      )}
    </aside>
  );
}

function NextStep({ title, children }: { title: string; children: string }): ReactNode {
  return (
    <li>
      <b className="block text-ink">{title}</b>
      {children}
    </li>
  );
}

function SavedLine({ savedAt, problem }: { savedAt: string | null; problem: StorageProblem | undefined }): ReactNode {
  return (
    <p role="status" className="flex items-start gap-2.5 text-md">
      <Icon
        name={problem ? 'warning' : 'phone'}
        className={cx('mt-0.5', problem ? 'text-danger' : 'text-resolved-mark')}
      />
      {problem ? (
        <span className="grid min-w-0">
          <b className="text-danger-ink">{t`Not saved on this device`}</b>
          <span className="text-ink-2">{storageText(problem)}</span>
        </span>
      ) : (
        <span className="grid min-w-0">
          <b>{savedAt ? t`Saved on this device` : t`Saved as you write`}</b>
          {savedAt && <span className="text-ink-2 tabular-nums">{formatTime(savedAt)}</span>}
        </span>
      )}
    </p>
  );
}

/** Data volume of the files beside their uncompressed volume. Renders nothing without files. */
function DataMeter({ media, recording }: { media: MediaFiles; recording: { blob: Blob } | null }): ReactNode {
  const audio = recording?.blob.size ?? 0;
  const files = totals(media.items);
  if (files.originals + audio === 0) return null;
  const rows = [
    { label: t`Originals`, bytes: files.originals + audio },
    { label: t`To send`, bytes: files.toSend + audio },
  ];
  return (
    <section aria-labelledby="data" className="sheet grid gap-2 px-4.5 pt-4.5 pb-5">
      <h2 id="data" className="text-lead">
        {t`Data this will use`}
      </h2>
      <dl className="grid gap-1 text-sm tabular-nums">
        {rows.map(({ label, bytes }) => (
          <div key={label} className="flex justify-between last:font-bold">
            <dt>{label}</dt>
            <dd>{formatSize(bytes)}</dd>
          </div>
        ))}
      </dl>
      {audio > 0 && <p className="text-sm text-ink-2">{t`Includes your recording.`}</p>}
    </section>
  );
}
