import { Button } from '@baraza/ui/button';
import { Menu, MenuItem, type MenuHandle } from '@baraza/ui/menu';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode, type Ref } from 'react';
import { LoadError } from '../../../lib/page/load-error.tsx';
import { useMe } from '../../../lib/api/session.tsx';
import { useColleagues } from '../complaint.api.ts';
import { MenuSearch } from './menu-search.tsx';
import { KeyHint } from '../../../lib/shortcut/key-hint.tsx';

type MentionMenuProps = { onChoose: (name: string) => void; ref?: Ref<MenuHandle> };

/** Mentions a colleague in a note, who gets a mail about it. */
export function MentionMenu({ onChoose, ref }: MentionMenuProps): ReactNode {
  return (
    <Menu
      ref={ref}
      label={t`Mention a colleague`}
      align="start"
      side="top"
      className="w-75"
      trigger={(props) => (
        <Button size="s" {...props}>
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
  const matches = (query.data ?? []).filter(
    ({ id, name }) => id !== me.id && name.toLowerCase().includes(words.trim().toLowerCase()),
  );
  if (query.isError) return <LoadError title={t`The colleagues could not be loaded.`} query={query} />;
  return (
    <>
      <MenuSearch
        label={t`Search colleagues`}
        value={words}
        onChange={setWords}
        onEnter={() => {
          if (matches[0]) onChoose(matches[0].name);
        }}
      />
      {matches.map(({ id, name }) => (
        <MenuItem key={id} icon="user" onClick={() => onChoose(name)}>
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
      <p role="status" className="px-3 py-2 text-sm text-ink-2 empty:py-0">
        {query.isPending ? <Trans>Loading</Trans> : matches.length === 0 ? <Trans>Nobody was found.</Trans> : null}
      </p>
    </>
  );
}
