import { Button, type ButtonVariant, IconButton, Menu, MenuItem } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

/** Lays out the actions of a table row. */
export function RowActs({ children }: { children: ReactNode }) {
  return <span className="flex flex-wrap items-center gap-1.5 *:shrink-0">{children}</span>;
}

type RowActProps = {
  text: string;
  /** Name of the row, read after the text, since every row has the same text. */
  name: string;
  variant?: ButtonVariant;
  onClick: () => void;
};

/** Renders one action of a row. */
export function RowAct({ text, name, variant, onClick }: RowActProps) {
  return (
    <Button size="s" variant={variant} onClick={onClick}>
      {text}
      <span className="sr-only"> {name}</span>
    </Button>
  );
}

type RowMenuAct = false | { readonly text: string; readonly act: () => void };

/** Menu of a table row's rare and dangerous actions, named after the row. */
export function RowMenu({ name, acts }: { name: string; acts: readonly RowMenuAct[] }) {
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
