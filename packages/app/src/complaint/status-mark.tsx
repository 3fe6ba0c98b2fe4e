import { StatusPill } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { statusWord } from './status-words.ts';

/** Shows a status as a pill, named for screen readers. */
export function StatusMark({ status }: { status: string }) {
  return (
    <StatusPill status={status}>
      <span className="sr-only">{t`Status:`} </span>
      {statusWord(status)}
    </StatusPill>
  );
}
