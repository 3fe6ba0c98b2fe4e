import { notify } from '@baraza/app';
import { Button, type ButtonVariant, IconButton, Menu, MenuItem } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { announce } from '../page/announcer.tsx';

/** Lays out the actions of a table row. */
export function RowActs({ children }: { children: ReactNode }) {
  return <span className="flex flex-wrap items-center gap-1.5 *:shrink-0 m:flex-nowrap">{children}</span>;
}

type RowActProps = {
  text: string;
  /** What the row is about: said after the text, as the same text stands in every row. */
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

type MoveActsProps = {
  row: { readonly id: string; readonly name: string };
  rows: readonly { readonly id: string }[];
  busy: boolean;
  /** Moves the row to a place among the others, counted from 0. */
  move: (place: number) => Promise<unknown>;
};

/** Renders two arrows that move a row in an ordered list. */
export function MoveActs({ row: { id, name }, rows, busy, move }: MoveActsProps) {
  const place = rows.findIndex((row) => row.id === id);
  const last = rows.length - 1;
  const shift = (to: number) => {
    if (busy || to < 0 || to > last) return;
    const number = to + 1;
    move(to).then(() => announce(t`${name} is number ${number} now.`), notify.failure);
  };
  // Not disabled at the ends: the focus would fall from a button that goes out under it.
  return (
    <>
      <IconButton
        icon="chevron-down"
        label={t`Move ${name} up`}
        aria-disabled={place === 0}
        className="size-9 rotate-180 aria-disabled:opacity-40"
        onClick={() => shift(place - 1)}
      />
      <IconButton
        icon="chevron-down"
        label={t`Move ${name} down`}
        aria-disabled={place === last}
        className="size-9 aria-disabled:opacity-40"
        onClick={() => shift(place + 1)}
      />
    </>
  );
}

type RowMenuAct = false | { readonly text: string; readonly act: () => void };

/** Holds a table row's rare and dangerous actions. It is named after the row. */
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
