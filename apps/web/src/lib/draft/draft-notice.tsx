import { Button } from '@baraza/ui/button';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { formatDay, formatTime } from '@baraza/app/format';

/** Says that the form holds what was put in before, and offers to begin afresh. */
export function DraftNotice({ savedAt, onStartAgain }: { savedAt: string; onStartAgain: () => void }): ReactNode {
  const [shown, setShown] = useState(true);
  if (!shown) return null;
  const goOn = () => {
    setShown(false);
    document.querySelector<HTMLElement>('h1')?.focus();
  };
  const when = `${formatDay(savedAt)} ${formatTime(savedAt)}`;
  return (
    <Notice
      title={t`We kept your draft from ${when}.`}
      actions={
        <>
          <Button onClick={goOn}>{t`Continue`}</Button>
          <Button variant="danger-quiet" onClick={onStartAgain}>
            {t`Start again`}
          </Button>
        </>
      }
    />
  );
}
