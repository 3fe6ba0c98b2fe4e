import type { Attachment } from '@baraza/contract/core/common';
import { buttonClass } from '@baraza/ui/button';
import { Icon } from '@baraza/ui/icon';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Saves a file on the device. */
export function DownloadLink({ file }: { file: Attachment }): ReactNode {
  return (
    <a href={file.filePath} download={file.fileName} className={buttonClass({ variant: 'quiet' })}>
      <Icon name="download" />
      <span>
        <Trans>Download</Trans>
        <span className="sr-only">
          {' '}
          <bdi>{file.fileName}</bdi>
        </span>
      </span>
    </a>
  );
}
