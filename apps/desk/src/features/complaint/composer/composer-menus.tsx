import {
  type Named,
  type SavedReply,
  type SavedReplyStep,
  type Status,
  textFor,
  type HistoryEntry,
} from '@baraza/contract';
import { Button, IconButton, Menu, type MenuHandle, MenuItem, type MenuProps, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { hasWords, LoadError } from '@baraza/app';
import { useSavedReplies } from '../saved-reply/saved-reply.api.ts';
import { useColleagues } from '../complaint.api.ts';
import { modes } from './use-composer-state.ts';
import { sendWords } from './send-button.tsx';

/** Mentions a colleague in a note. They are notified by mail. */
export function MentionMenu({ onChoose, ref }: { onChoose: (name: string) => void; ref?: Ref<MenuHandle> }) {
  return (
    <Menu
      ref={ref}
      label={t`Mention a colleague`}
      side="top"
      className="w-75"
      trigger={(props) => (
        <Button size="s" variant="quiet" aria-label={t`Mention a colleague`} {...props}>
          @
        </Button>
      )}
    >
      {(close) => <Colleagues onChoose={onChoose} close={close} />}
    </Menu>
  );
}

function Colleagues({ onChoose, close }: { onChoose: (name: string) => void; close: () => void }) {
  const me = useMe();
  const query = useColleagues(true);
  const [words, setWords] = useState('');
  const matches = (query.data ?? []).filter(({ id, name }) => id !== me.id && hasWords(name, words));
  const choose = ({ name }: Named) => {
    close();
    onChoose(name);
  };
  return (
    <SearchList
      label={t`Search colleagues`}
      words={words}
      onSearch={setWords}
      onEnter={() => matches[0] && choose(matches[0])}
      query={query}
      failed={t`The colleagues could not be loaded.`}
      empty={matches.length === 0 && t`Nobody was found.`}
    >
      {matches.map((colleague) => (
        <MenuItem key={colleague.id} icon="user" onClick={() => choose(colleague)}>
          <bdi>{colleague.name}</bdi>
        </MenuItem>
      ))}
    </SearchList>
  );
}

type SavedReplyMenuProps = Pick<MenuProps, 'side' | 'align'> & {
  categoryId: string | undefined;
  status: Status;
  /** Shows and inserts a text as the citizen would read it. */
  fill: (text: string) => string;
  steps: readonly SavedReplyStep[];
  /** Language of the reader, where it is known. */
  language?: HistoryEntry['language'];
  onChoose: (text: string, reply: SavedReply) => void;
  ref?: Ref<MenuHandle>;
};

/** Inserts a saved reply into the text. */
export function SavedReplyMenu({ ref, side, align, ...props }: SavedReplyMenuProps) {
  return (
    <Menu
      ref={ref}
      label={t`Saved replies`}
      side={side}
      align={align}
      className="w-95 max-w-[calc(100vw-2rem)]"
      trigger={(trigger) => <IconButton icon="complaint" label={t`Saved replies`} className="m:size-9" {...trigger} />}
    >
      {(close) => <Replies {...props} close={close} />}
    </Menu>
  );
}

function Replies({
  categoryId,
  status,
  fill,
  steps,
  language,
  onChoose,
  close,
}: Omit<SavedReplyMenuProps, 'side' | 'align'> & { close: () => void }) {
  const query = useSavedReplies();
  const [words, setWords] = useState('');
  const matches = findSavedReplies(query.data ?? [], { categoryId, steps, words });
  const choose = (reply: SavedReply) => {
    close();
    onChoose(fill(textFor(reply, language)), reply);
  };
  const changeOf = (step: SavedReplyStep) => {
    const mode = step === steps[0] ? undefined : modes.find((mode) => mode === step);
    return mode && <span className="ms-2 text-sm font-normal text-ink-2">{sendWords(mode, status)}</span>;
  };
  return (
    <SearchList
      label={t`Search the saved replies`}
      words={words}
      onSearch={setWords}
      onEnter={() => matches[0] && choose(matches[0])}
      query={query}
      failed={t`The saved replies could not be loaded.`}
      empty={
        query.data?.length === 0
          ? t`There are no saved replies yet. Write some under Saved replies.`
          : matches.length === 0 && t`No saved reply matches.`
      }
    >
      {matches.map((reply) => (
        <MenuItem key={reply.id} onClick={() => choose(reply)}>
          <bdi>{reply.title}</bdi>
          {changeOf(reply.step)}
          <span dir="auto" className="line-clamp-2 text-sm font-normal break-words text-ink-2">
            {fill(textFor(reply, language))}
          </span>
        </MenuItem>
      ))}
    </SearchList>
  );
}

interface Wanted {
  readonly categoryId: string | undefined;
  readonly steps: readonly SavedReplyStep[];
  readonly words: string;
}

/** Filters saved replies by words, ignoring case; replies for the first step come first. */
export function findSavedReplies(replies: readonly SavedReply[], { categoryId, steps, words }: Wanted): SavedReply[] {
  const fits = ({ title, text, category }: SavedReply) =>
    (category === null || category.id === categoryId) && hasWords(`${title} ${text}`, words);
  return steps.flatMap((step) => replies.filter((reply) => reply.step === step && fits(reply)));
}

type SearchListProps = {
  label: string;
  words: string;
  onSearch: (words: string) => void;
  onEnter: () => void;
  query: ComponentProps<typeof LoadError>['query'] & { isError: boolean; isPending: boolean };
  failed: string;
  empty: string | false;
  children: ReactNode;
};

function SearchList(props: SearchListProps) {
  const { label, words, onSearch, onEnter, query, failed, empty, children } = props;
  const isAwaited = useRef(false);
  useEffect(() => {
    if (query.isPending || !isAwaited.current) return;
    isAwaited.current = false;
    onEnter();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter would submit the form around the menu.
    event.preventDefault();
    event.stopPropagation();
    // Whoever types fast is ahead of the list.
    if (query.isPending) isAwaited.current = true;
    else onEnter();
  };
  if (query.isError) return <LoadError title={failed} query={query} />;
  return (
    <>
      <div className="p-1.5">
        <TextField
          type="search"
          label={label}
          labelHidden
          placeholder={label}
          autoComplete="off"
          value={words}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {children}
      <p role="status" className="px-3 py-2 text-sm text-ink-2 empty:py-0">
        {query.isPending ? t`Loading` : empty}
      </p>
    </>
  );
}
