import type { Attachment } from '@baraza/contract';
import { Icon } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { DownloadLink } from './download-link.tsx';
import { formatSize } from '../format/format.ts';
import { useSteadySource } from './use-steady-source.ts';

/** An attached recording in the browser's player. */
export default function AudioAttachment({ file }: { file: Attachment }) {
  const { src, failed, onError } = useSteadySource(file.filePath);
  return (
    <div className="sheet flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <span className="flex min-w-0 items-center gap-2 text-md font-medium">
        <Icon name="audio" className="text-ink-2" />
        <bdi className="truncate">{file.fileName}</bdi>
        <span className="text-sm font-normal text-ink-2">{formatSize(file.size)}</span>
      </span>
      {failed ? (
        <span role="alert" className="text-md text-ink-2">{t`This recording cannot be played here.`}</span>
      ) : (
        // Nobody has written down what the person says, so there are no captions.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio
          src={src}
          controls
          preload="metadata"
          aria-label={file.fileName}
          onError={onError}
          className="h-11 min-w-[min(14rem,100%)] flex-1"
        />
      )}
      <DownloadLink file={file} />
    </div>
  );
}
