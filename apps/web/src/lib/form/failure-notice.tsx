import { createFailureToast } from '@baraza/app/failure-toast';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { errorText } from '@baraza/app/texts';
import { useOnReconnect } from '@baraza/app/use-online';
import { ApiError } from '@baraza/contract/core/error';

/** In a dialog or small form: what the server said about the last try; a toast at the top says it as well. */
export function FailureNotice({ error }: { error: unknown }) {
  const [toast] = useState(createFailureToast);
  const [outdated, setOutdated] = useState<unknown>();
  useEffect(() => {
    if (error) toast.tell(errorText(error));
    return toast.clear;
  }, [error, toast]);
  const isUnanswered = error instanceof ApiError && error.status === 0;
  useOnReconnect(() => {
    if (!isUnanswered) return;
    setOutdated(error);
    toast.clear();
  });
  if (!error || error === outdated) return null;
  return (
    <Notice tone="danger" role="alert" title={t`There is a problem`}>
      {errorText(error)}
    </Notice>
  );
}
