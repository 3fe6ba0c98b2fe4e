import { totals } from '@baraza/ui/lib/media-rules';
import type { MediaFiles } from '@baraza/ui/use-media-files';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatSize } from '@baraza/app/format';

interface DataMeterProps {
  media: MediaFiles;
  recording: { blob: Blob } | null;
}

/** What sending will cost, beside what it would have cost. Says nothing while there is nothing to send. */
export function DataMeter({ media, recording }: DataMeterProps): ReactNode {
  const audio = recording?.blob.size ?? 0;
  const files = totals(media.items);
  const originals = files.originals + audio;
  const toSend = files.toSend + audio;
  // A picture that was small already can come out of the re-encoding a little larger.
  const most = Math.max(originals, toSend);
  if (most === 0) return null;
  return (
    <section aria-labelledby="data" className="sheet grid gap-2 px-4.5 pt-4.5 pb-5">
      <h2 id="data" className="text-lead">
        <Trans>Data this will use</Trans>
      </h2>
      <dl className="grid gap-1 text-sm tabular-nums">
        <Bar label={<Trans>Originals</Trans>} bytes={originals} most={most} className="bg-line-strong" />
        <Bar label={<Trans>To send</Trans>} bytes={toSend} most={most} className="bg-resolved-mark" strong />
      </dl>
      {audio > 0 && (
        <p className="text-sm text-ink-2">
          <Trans>Includes your recording.</Trans>
        </p>
      )}
    </section>
  );
}

interface BarProps {
  label: ReactNode;
  bytes: number;
  most: number;
  className: string;
  strong?: boolean;
}

function Bar({ label, bytes, most, className, strong }: BarProps): ReactNode {
  return (
    <div className="grid grid-cols-[4.25rem_minmax(0,1fr)_auto] items-center gap-x-2.5">
      <dt>{label}</dt>
      <dd aria-hidden="true">
        <span
          className={`block h-2.5 rounded-pill ${className}`}
          style={{ inlineSize: `${Math.max(2, (bytes / most) * 100)}%` }}
        />
      </dd>
      <dd className={strong ? 'font-bold' : undefined}>{formatSize(bytes)}</dd>
    </div>
  );
}
