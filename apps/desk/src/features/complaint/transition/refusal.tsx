import type { DeskComplaint, HistoryEntry } from '@baraza/contract';
import { Button, Notice } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { Ref } from 'react';
import { formatAgo, formatTime } from '@baraza/app';
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
export function Refusal({ text, ...props }: ChangesProps & { text: string }) {
  return (
    <Notice tone="danger" role="alert" title={props.seen.unread.length > 0 ? changedText(props) : text}>
      {props.seen.unread.length > 0 && <Changes {...props} />}
    </Notice>
  );
}

/** Lists what others did while the person was writing. */
export function UpdateNotice(props: ChangesProps) {
  return (
    <Notice tone="warning" role="status" title={changedText(props)}>
      <Changes {...props} />
    </Notice>
  );
}

function changedText({ seen, complaint }: ChangesProps): string {
  const newest = seen.unread.at(-1);
  if (!newest) return '';
  const [name, time] = [nameOf(newest, complaint), formatTime(newest.at)];
  return t`${name} changed this at ${time}. Your text is kept.`;
}

const nameOf = (entry: HistoryEntry, complaint: DeskComplaint) =>
  entry.actor ?? (entry.by === 'citizen' ? complaint.citizen.name : t`The system`);

function Changes({ seen, complaint, onRead, buttonRef }: ChangesProps) {
  return (
    <>
      <ul className="mb-2 grid gap-0.5">
        {seen.unread.map((entry) => (
          <li key={entry.id}>
            <b>
              <bdi>{nameOf(entry, complaint)}</bdi>
            </b>{' '}
            {actionText(entry)} · {formatAgo(entry.at)}
          </li>
        ))}
      </ul>
      <Button ref={buttonRef} size="s" onClick={onRead}>
        {t`I have read it`}
      </Button>
    </>
  );
}
