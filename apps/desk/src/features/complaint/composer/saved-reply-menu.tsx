import { fillPlaceholders, type DeskComplaint, type SavedReply, type SavedReplyStep } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Menu, MenuItem, type MenuHandle } from '@baraza/ui/menu';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode, type Ref } from 'react';
import { formatDay } from '../../../lib/format/format.ts';
import { LoadError } from '../../../lib/page/load-error.tsx';
import { fullName, useMe } from '../../../lib/api/session.tsx';
import { useSavedReplies } from '../../saved-reply/saved-reply.api.ts';
import { findSavedReplies } from './find-saved-replies.ts';
import { MenuSearch } from './menu-search.tsx';
import { KeyHint } from '../../../lib/shortcut/key-hint.tsx';
import { modes } from './composer-modes.ts';
import { sendWords } from './send-words.ts';

type SavedReplyMenuProps = {
  complaint: DeskComplaint;
  /** What can be sent now, the chosen step first. */
  steps: readonly SavedReplyStep[];
  side?: 'top' | 'bottom';
  /** The text as it reads for this complaint. */
  onChoose: (text: string, step: SavedReplyStep) => void;
  ref?: Ref<MenuHandle>;
};

/** Inserts a saved reply into the answer. */
export function SavedReplyMenu({ complaint, steps, side = 'top', onChoose, ref }: SavedReplyMenuProps): ReactNode {
  const fill = useFill(complaint);
  return (
    <Menu
      ref={ref}
      label={t`Saved replies`}
      align="start"
      side={side}
      className="w-95 max-w-[calc(100vw-2rem)]"
      trigger={(props) => (
        <Button size="s" {...props}>
          <Trans>Saved replies</Trans>
          <KeyHint>::</KeyHint>
        </Button>
      )}
    >
      {(close) => (
        <Replies
          complaint={complaint}
          steps={steps}
          fill={fill}
          onChoose={(reply) => {
            close();
            onChoose(fill(reply.text), reply.step);
          }}
        />
      )}
    </Menu>
  );
}

/** Fills a saved reply in for the complaint. */
function useFill(complaint: DeskComplaint): (text: string) => string {
  const me = useMe();
  return (text) =>
    fillPlaceholders(text, {
      citizen: complaint.citizen.firstName,
      trackingId: complaint.trackingId,
      title: complaint.title,
      mda: complaint.mda.name,
      officer: fullName(me),
      dueDate: complaint.dueAt && formatDay(complaint.dueAt),
    });
}

type RepliesProps = {
  complaint: DeskComplaint;
  steps: readonly SavedReplyStep[];
  fill: (text: string) => string;
  onChoose: (reply: SavedReply) => void;
};

function Replies({ complaint, steps, fill, onChoose }: RepliesProps): ReactNode {
  const { category, status } = complaint;
  const query = useSavedReplies();
  const [words, setWords] = useState('');
  /** Says where choosing the reply changes what sending does. */
  const other = (step: SavedReplyStep) => {
    const mode = step === steps[0] ? undefined : modes.find((mode) => mode === step);
    return mode && sendWords(mode, status);
  };
  const matches = findSavedReplies(query.data ?? [], { categoryId: category.id, steps, words });
  if (query.isError) return <LoadError title={t`The saved replies could not be loaded.`} query={query} />;
  return (
    <>
      <MenuSearch
        label={t`Search the saved replies`}
        value={words}
        onChange={setWords}
        onEnter={() => {
          if (matches[0]) onChoose(matches[0]);
        }}
      />
      {matches.map((reply) => (
        <MenuItem key={reply.id} onClick={() => onChoose(reply)}>
          <bdi>{reply.title}</bdi>
          {other(reply.step) && <span className="ms-2 text-sm font-normal text-ink-2">{other(reply.step)}</span>}
          <span dir="auto" className="line-clamp-2 text-sm font-normal break-words text-ink-2">
            {fill(reply.text)}
          </span>
        </MenuItem>
      ))}
      <p role="status" className="px-3 py-2 text-sm text-ink-2 empty:py-0">
        {query.isPending ? (
          <Trans>Loading</Trans>
        ) : matches.length > 0 ? null : query.data?.length === 0 ? (
          <Trans>There are no saved replies yet. Your supervisor can write some.</Trans>
        ) : (
          <Trans>No saved reply fits.</Trans>
        )}
      </p>
    </>
  );
}
