import type { DeskComplaint, HistoryEntry } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';
import { formatAgo } from '@baraza/app/format';
import { actionText } from './action-words.ts';
import type { Seen } from './use-seen.ts';

type ChangesProps = {
  seen: Seen;
  complaint: DeskComplaint;
  /** The person has read it; the button goes, so the focus must go on from here. */
  onRead: () => void;
  buttonRef?: Ref<HTMLButtonElement>;
};

/** Why an action was refused, and what others did meanwhile; once that is read, it can be tried again. */
export function Refusal({ text, ...props }: ChangesProps & { text: string }): ReactNode {
  return (
    <Notice tone="danger" role="alert" title={text}>
      {props.seen.unread.length > 0 && <Changes {...props} />}
    </Notice>
  );
}

/** Lists what others did while the person was writing. */
export function UpdateNotice(props: ChangesProps): ReactNode {
  return (
    <Notice tone="warning" role="status" title={t`This complaint changed while you were writing.`}>
      <Changes {...props} />
    </Notice>
  );
}

function Changes({ seen, complaint, onRead, buttonRef }: ChangesProps): ReactNode {
  const nameOf = (entry: HistoryEntry) =>
    entry.actor ?? (entry.by === 'citizen' ? complaint.citizen.name : t`The system`);
  return (
    <>
      <ul className="mb-2 grid gap-0.5">
        {seen.unread.map((entry) => (
          <li key={entry.id}>
            <b>
              <bdi>{nameOf(entry)}</bdi>
            </b>{' '}
            {actionText(entry)} · {formatAgo(entry.at)}
          </li>
        ))}
      </ul>
      <Button ref={buttonRef} size="s" onClick={onRead}>
        <Trans>I have read it</Trans>
      </Button>
    </>
  );
}
