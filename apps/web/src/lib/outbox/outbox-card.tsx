import { formatSize, formatTime, Link, notify, say, useNavigate } from '@baraza/app';
import { Button, cx, Icon, type IconName, ProgressBar } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { guestOwner, type OutboxItem, type Sending } from './outbox.ts';
import { useOutbox } from './use-outbox.ts';
import { deleteItem, pause, takeBack, tryNow, undelete } from './send.ts';

/** Icons and colours by state, in the order of the list. */
const looks = {
  person: { icon: 'warning', edge: 'border-gold', ink: 'text-pending-ink' },
  sending: { icon: 'send', edge: 'border-dashed border-brand', ink: 'text-brand' },
  waiting: { icon: 'clock', edge: 'border-dotted border-line-strong', ink: 'text-ink-2' },
  sent: { icon: 'check', edge: 'border-resolved-mark', ink: 'text-resolved-ink' },
} as const satisfies Record<string, { icon: IconName; edge: string; ink: string }>;

type Shown = keyof typeof looks;
const order = Object.keys(looks);

interface OutboxListProps {
  readonly account: string | undefined;
  /** Called when an item has become a draft again and its form is open. */
  readonly onTakenBack?: () => void;
}

/** Lists an account's outbox: items that need attention, then those being sent, waiting and sent. */
export function OutboxList({ account, onTakenBack }: OutboxListProps): ReactNode {
  const { items, sending } = useOutbox(account);
  const shown = items
    .map((item) => ({ item, state: stateOf(item, sending) }))
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    <ul className="grid gap-3.5">
      {shown.map(({ item, state }) => (
        <li key={item.key}>
          <OutboxCard item={item} state={state} sending={sending} onTakenBack={onTakenBack} />
        </li>
      ))}
    </ul>
  );
}

function stateOf({ key, state }: OutboxItem, sending: Sending | null): Shown {
  if (state === 'sent') return 'sent';
  if (state === 'refused' || state === 'paused') return 'person';
  return sending?.key === key ? 'sending' : 'waiting';
}

interface OutboxCardProps extends Pick<OutboxListProps, 'onTakenBack'> {
  readonly item: OutboxItem;
  readonly state: Shown;
  readonly sending: Sending | null;
}

function OutboxCard({ item, state, sending, onTakenBack }: OutboxCardProps): ReactNode {
  const { icon, edge, ink } = looks[state];
  const percent = sending && state === 'sending' ? Math.floor((sending.sent / sending.total) * 100) : 0;
  const words: Record<Shown, string> = {
    person: t`Needs your attention`,
    sending: t`Sending ${percent}%`,
    waiting: t`Waiting for a connection`,
    sent: t`Sent`,
  };
  return (
    <article className="sheet relative grid grid-cols-[minmax(0,1fr)] gap-1.5 py-3.5 ps-7 pe-4.5">
      <span aria-hidden="true" className={cx('absolute inset-y-3.5 start-2.5 border-s-[0.3rem]', edge)} />
      <p className={cx('flex items-center gap-2.5 font-semibold tabular-nums', ink)}>
        <Icon name={icon} size="s" />
        {words[state]}
      </p>
      {isOfGuest(item) ? (
        // Others may use the phone, so neither title nor office is shown.
        <h2 className="text-lead">{kindOf(item)}</h2>
      ) : (
        <>
          <h2 dir="auto" className="line-clamp-2 text-lead wrap-anywhere">
            {item.title}
          </h2>
          <p className="text-md text-ink-2">{[kindOf(item), item.office].filter(Boolean).join(' · ')}</p>
        </>
      )}
      {sending && state === 'sending' && <ProgressBar value={percent} label={words.sending} />}
      {item.follows && state !== 'sent' && (
        <p className="text-md">{arrivedBefore(item.follows, item.content.files.length)}</p>
      )}
      <p className="text-md text-ink-2">{sentence(item, state, sending)}</p>
      <Acts item={item} state={state} onTakenBack={onTakenBack} />
    </article>
  );
}

const isOfGuest = ({ account }: OutboxItem) => account === guestOwner;

function kindOf({ kind }: OutboxItem): string {
  return {
    complaint: t`New complaint`,
    feedback: t`New feedback`,
    answer: t`Your answer`,
    evidence: t`Evidence`,
    reopen: t`Re-opening`,
    survey: t`Survey`,
  }[kind];
}

function arrivedBefore(trackingId: string, files: number): string {
  const rest = plural(files, { one: '# file is still on its way.', other: '# files are still on their way.' });
  return `${t`Your complaint ${trackingId} has arrived.`} ${rest}`;
}

function sentence(item: OutboxItem, state: Shown, sending: Sending | null): string {
  const { problem, savedAt, triedAt, nextAt, trackingId } = item;
  if (item.state === 'paused') return t`Paused. Press ‘Try now’ to send it.`;
  if (state === 'person')
    return [say(problem?.message ?? ''), ...Object.values(problem?.fields ?? {}).map(say)].join(' ');
  if (state === 'sending') {
    return t`${formatSize(sending?.sent ?? 0)} of ${formatSize(sending?.total ?? 0)}. You can leave this page.`;
  }
  if (state === 'sent') {
    return trackingId
      ? t`Received as ${trackingId}. Stays in this list for 7 days.`
      : t`Received. Stays in this list for 7 days.`;
  }
  const saved = t`Saved on this phone at ${formatTime(savedAt)}.`;
  if (!triedAt || !nextAt) return saved;
  return `${saved} ${t`Tried at ${formatTime(triedAt)}, next try at ${formatTime(nextAt)}.`}`;
}

function Acts({ item, state, onTakenBack }: Omit<OutboxCardProps, 'sending'>): ReactNode {
  const navigate = useNavigate();
  const { draft, path } = item;
  const write = async () => {
    await takeBack(item);
    navigate(path);
    onTakenBack?.();
  };
  const remove = async () => {
    await deleteItem(item);
    notify.success(t`Deleted. It will not be sent.`, {
      label: (left) => t`Undo (${left})`,
      seconds: 10,
      run: () => void undelete(item),
    });
  };
  // It may have been received, and only the same form returns its receipt code.
  const mayHaveCode = isOfGuest(item) && item.kind === 'complaint' && (item.tries > 0 || item.wordsFirst !== undefined);
  const edit = (text: string, variant?: 'primary') =>
    draft !== undefined && (
      <Button variant={variant} onClick={() => void write()}>
        {text}
      </Button>
    );
  if (state === 'sent') {
    return (
      <Link to={path} className="inline-flex min-h-11 items-center justify-self-start font-semibold">
        {t`View Details`}
      </Link>
    );
  }
  return (
    <div className="button-row mt-1">
      {state === 'sending' && <Button onClick={() => void pause(item)}>{t`Pause`}</Button>}
      {item.state === 'refused' && edit(t`Correct it`, 'primary')}
      {(state === 'waiting' || item.state === 'paused') && (
        <>
          <Button onClick={() => void tryNow(item)}>{t`Try now`}</Button>
          {!mayHaveCode && edit(t`Edit`)}
        </>
      )}
      {state !== 'sending' && (
        <Button variant="danger-quiet" onClick={() => void remove()}>
          {isOfGuest(item) ? t`Delete from this phone` : t`Delete`}
        </Button>
      )}
    </div>
  );
}
