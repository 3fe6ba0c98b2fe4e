import { Button } from '@baraza/ui/button';
import { Menu, MenuItem } from '@baraza/ui/menu';
import { TextField } from '@baraza/ui/text-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { LoadError } from '../../../lib/page/load-error.tsx';
import { useMe } from '../../../lib/api/session.tsx';
import { useColleagues } from '../complaint.api.ts';
import { KeyHint } from '../../../lib/shortcut/key-hint.tsx';

/** Names a colleague in a note: they get a mail about it. */
export function MentionMenu({ onChoose }: { onChoose: (name: string) => void }): ReactNode {
  return (
    <Menu
      label={t`Mention a colleague`}
      align="start"
      side="top"
      className="w-75"
      trigger={(props) => (
        <Button size="s" data-key="mention" {...props}>
          <Trans>Mention</Trans>
          <KeyHint>@</KeyHint>
        </Button>
      )}
    >
      {(close) => (
        <Colleagues
          onChoose={(name) => {
            close();
            onChoose(name);
          }}
        />
      )}
    </Menu>
  );
}

function Colleagues({ onChoose }: { onChoose: (name: string) => void }): ReactNode {
  const me = useMe();
  const query = useColleagues(true);
  const [words, setWords] = useState('');
  const search = useRef<HTMLDivElement>(null);
  // The menu takes the focus when it opens; the search takes it from there.
  useEffect(() => {
    const frame = requestAnimationFrame(() => search.current?.querySelector('input')?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const found = (query.data ?? []).filter(
    ({ id, name }) => id !== me.id && name.toLowerCase().includes(words.trim().toLowerCase()),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter would save the note that the search stands in.
    event.preventDefault();
    event.stopPropagation();
    if (found[0]) onChoose(found[0].name);
  };
  if (query.isError) return <LoadError title={t`The colleagues could not be loaded.`} query={query} />;
  return (
    <>
      <div ref={search} className="p-1.5">
        <TextField
          type="search"
          icon="search"
          label={t`Search colleagues`}
          labelHidden
          placeholder={t`Search colleagues`}
          autoComplete="off"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {found.map(({ id, name }) => (
        <MenuItem key={id} icon="user" onClick={() => onChoose(name)}>
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
      <p role="status" className="px-3 py-2 text-sm text-ink-2 empty:py-0">
        {query.isPending ? <Trans>Loading</Trans> : found.length === 0 ? <Trans>Nobody was found.</Trans> : null}
      </p>
    </>
  );
}
