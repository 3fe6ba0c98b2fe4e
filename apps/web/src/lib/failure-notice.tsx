import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { errorText } from './texts.ts';

/** In a dialog or small form: what the server said about the last try. */
export function FailureNotice({ error }: { error: unknown }): ReactNode {
  if (!error) return null;
  return (
    <Notice tone="danger" role="alert" title={t`There is a problem`}>
      {errorText(error)}
    </Notice>
  );
}
