import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { formatCount } from '@baraza/app';
import type { QueueRows } from '../queue/use-queue-rows.ts';
import type { Selection } from './use-selection.ts';

/** So many are selected at most: more would keep server and citizens busy for long. */
const selectMax = 1000;

type SelectAllProps = { list: QueueRows; selection: Selection; length: string | null };

/** Selects the whole list, whose further pages it loads for that, or nothing. */
export function SelectAll({ list: { query, rows }, selection, length }: SelectAllProps): ReactNode {
  const many = formatCount(selection.chosen.length);
  const isAll = rows.length > 0 && selection.chosen.length === rows.length && !query.hasNextPage;
  const all = async () => {
    let page: Pick<typeof query, 'data' | 'hasNextPage' | 'fetchNextPage' | 'isError'> = query;
    const ids = () => (page.data?.pages ?? []).flatMap(({ items }) => items.map(({ id }) => id));
    while (page.hasNextPage && !page.isError && ids().length < selectMax) page = await page.fetchNextPage();
    selection.choose(ids());
  };
  return (
    <label className="flex min-h-9 w-full cursor-pointer items-center gap-2.5 ps-0.5 text-sm font-semibold">
      <input
        type="checkbox"
        className="size-4.5 accent-brand"
        checked={isAll}
        onChange={() => (isAll ? selection.choose([]) : void all())}
      />
      <span>
        {query.isFetchingNextPage
          ? t`Loading`
          : isAll
            ? t`All ${many} in this list are selected`
            : selection.chosen.length > 0
              ? t`${many} selected`
              : t`All ${length ?? ''} in this list`}
      </span>
    </label>
  );
}
