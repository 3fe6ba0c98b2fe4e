import { IconButton } from '@baraza/ui/icon-button';
import { Menu, MenuItem } from '@baraza/ui/menu';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

/** One choice of a row's menu; false where it is not offered. */
type RowMenuAct = false | { readonly text: string; readonly act: () => void };

/** Holds a table row's rare and dangerous actions. It is named after the row. */
export function RowMenu({ name, acts }: { name: string; acts: readonly RowMenuAct[] }): ReactNode {
  const offered = acts.filter((item) => item !== false);
  if (offered.length === 0) return null;
  return (
    <Menu
      label={t`More for ${name}`}
      trigger={(props) => <IconButton icon="more" label={t`More for ${name}`} className="size-9" {...props} />}
    >
      {(close) =>
        offered.map(({ text, act }) => (
          <MenuItem
            key={text}
            onClick={() => {
              close();
              act();
            }}
          >
            {text}
            <span className="sr-only"> {name}</span>
          </MenuItem>
        ))
      }
    </Menu>
  );
}
