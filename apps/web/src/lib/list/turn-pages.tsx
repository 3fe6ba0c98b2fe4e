import { Pagination } from '@baraza/ui/pagination';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { pageRange } from './cursor-stack.ts';
import type { ListParams } from './use-list-params.ts';

interface TurnPagesProps {
  params: ListParams;
  pageSize: number;
  shown: number;
  nextCursor: string | null;
  /** How many there are in all, where it is known. */
  total: number | undefined;
  /** Called when another page is asked for, so that focus can go to the head of the list. */
  onTurn: () => void;
}

/** "Showing 1 to 10 of 12", Previous and Next. */
export function TurnPages({ params, pageSize, shown, nextCursor, total, onTurn }: TurnPagesProps): ReactNode {
  const turn = (action: () => void) => () => {
    action();
    onTurn();
  };
  return (
    <Pagination
      label={t`Pages`}
      summary={rangeText(pageRange(params.stack, pageSize, shown), total)}
      previousText={t`Previous`}
      nextText={t`Next`}
      onPrevious={params.stack.length > 0 ? turn(params.previous) : undefined}
      onNext={nextCursor ? turn(() => params.next(nextCursor)) : undefined}
    />
  );
}

function rangeText({ from, to }: { from: number; to: number }, total: number | undefined): string {
  return total === undefined ? t`Showing ${from} to ${to}` : t`Showing ${from} to ${to} of ${total}`;
}
