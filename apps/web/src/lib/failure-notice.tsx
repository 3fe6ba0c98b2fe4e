import { notify } from '@baraza/app/notify';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { useEffect, type ReactNode } from 'react';
import { errorText } from './texts.ts';

/** In a dialog or small form: what the server said about the last try; a toast at the top says it as well. */
export function FailureNotice({ error }: { error: unknown }): ReactNode {
  useEffect(() => {
    if (error) notify.error(errorText(error), { silent: true });
  }, [error]);
  if (!error) return null;
  return (
    <Notice tone="danger" role="alert" title={t`There is a problem`}>
      {errorText(error)}
    </Notice>
  );
}
