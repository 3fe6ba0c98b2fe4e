import type { Attachment } from '@baraza/contract';
import { buttonClass, Icon } from '@baraza/ui';
import { t } from '@lingui/core/macro';

/** Saves a file on the device. */
export function DownloadLink({ file }: { file: Attachment }) {
  return (
    <a href={file.filePath} download={file.fileName} className={buttonClass({ variant: 'quiet' })}>
      <Icon name="download" />
      <span>
        {t`Download`}
        <span className="sr-only">
          {' '}
          <bdi>{file.fileName}</bdi>
        </span>
      </span>
    </a>
  );
}
