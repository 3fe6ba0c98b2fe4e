import { notify } from '@baraza/app/notify';
import { Button, type ButtonVariant } from '@baraza/ui/button';
import { IconButton } from '@baraza/ui/icon-button';
import { cx } from '@baraza/ui/lib/cx';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { announce } from '../page/announcer.tsx';
import { errorText } from '../i18n/texts.ts';

/** Lays out the actions of a table row. */
export function RowActs({ className, children }: { className?: string; children: ReactNode }): ReactNode {
  return <span className={cx('flex flex-wrap items-center gap-1.5', className)}>{children}</span>;
}

type RowActProps = {
  /** What the row is about: said after the text, as the same text stands in every row. */
  name: string;
  variant?: ButtonVariant;
  onClick: () => void;
  children: ReactNode;
};

/** Renders one action of a row. */
export function RowAct({ name, variant, onClick, children }: RowActProps): ReactNode {
  return (
    <Button size="s" variant={variant} onClick={onClick}>
      {children}
      <span className="sr-only"> {name}</span>
    </Button>
  );
}

interface Ordered {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

/** A change of one thing's place among the others, counted from 0. */
interface Moving {
  readonly isPending: boolean;
  readonly mutate: (
    change: { id: string; place: number; version: number },
    then: { onSuccess: () => void; onError: (error: unknown) => void },
  ) => void;
}

/** Renders two arrows that move a row in an ordered list. */
export function MoveActs({
  of: { id, name, version },
  among,
  move,
}: {
  of: Ordered;
  among: readonly Ordered[];
  move: Moving;
}) {
  const place = among.findIndex((row) => row.id === id);
  const last = among.length - 1;
  const shift = (to: number) => {
    if (move.isPending || to < 0 || to > last) return;
    const number = to + 1;
    move.mutate(
      { id, place: to, version },
      {
        onSuccess: () => announce(t`${name} is number ${number} now.`),
        onError: (error) => void notify.error(errorText(error)),
      },
    );
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
