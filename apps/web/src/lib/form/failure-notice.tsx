import { createFailureToast, errorText, useOnReconnect } from '@baraza/app';
import { Notice } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { ApiError } from '@baraza/contract';

/** Shows a dialog or small form's last failure, there and in a toast. */
export function FailureNotice({ error }: { error: unknown }) {
  const [toast] = useState(createFailureToast);
  const [outdated, setOutdated] = useState<unknown>();
  useEffect(() => {
    if (error) toast.show(errorText(error));
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
