import type { DeskComplaint, HistoryEntry } from '@baraza/contract';
import { Button, Notice } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { Ref } from 'react';
import { formatAgo, formatTime } from '@baraza/app';
import { actionText } from './action-words.ts';
import type { Seen } from './use-seen.ts';

type RefusalProps = {
  /** Reason of a refusal; undefined if there was none. */
  text: string | undefined;
  seen: Seen;
  complaint: DeskComplaint;
  /** Called once it was read. The button disappears, so the caller moves the focus. */
  onRead: () => void;
  buttonRef?: Ref<HTMLButtonElement>;
};

/** Shows why an action was refused, and steps of others since. Once read, it can be tried again. */
export function Refusal({ text, seen: { unread }, complaint, onRead, buttonRef }: RefusalProps) {
  const newest = unread.at(-1);
  if (text === undefined && !newest) return null;
  const [tone, role] = text === undefined ? (['warning', 'status'] as const) : (['danger', 'alert'] as const);
  return (
    <Notice key={role} tone={tone} role={role} title={newest ? changedText(newest, complaint) : text}>
      {newest && (
        <>
          <ul className="mb-2 grid gap-0.5">
            {unread.map((entry) => (
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
      )}
    </Notice>
  );
}

function changedText(newest: HistoryEntry, complaint: DeskComplaint): string {
  const [name, time] = [nameOf(newest, complaint), formatTime(newest.at)];
  return t`${name} changed this at ${time}. Your text is kept.`;
}

const nameOf = (entry: HistoryEntry, complaint: DeskComplaint) =>
  entry.actor ?? (entry.by === 'citizen' ? complaint.citizen.name : t`The system`);
