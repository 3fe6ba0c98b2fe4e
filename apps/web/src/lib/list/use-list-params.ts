import { useLocation, useSearchParams } from '@baraza/app';

type CursorStack = readonly string[];

export const pageSize = 10;

/** Parameters of a list's first page. */
export const firstPage = { q: '', sort: 'latest' as 'latest' | 'oldest', limit: pageSize };
export type ListFilters = typeof firstPage & { category?: string | undefined; cursor?: string | undefined };

/** Reads search, filters and page of a list from the address; a new search begins at the first page. */
export function useListParams() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const cursor = params.get('cursor') ?? undefined;
  const page = cursor === undefined ? 1 : Math.max(2, Math.trunc(Number(params.get('page'))) || 2);
  const stack = (state as { cursors?: CursorStack } | null | undefined)?.cursors ?? (cursor ? [cursor] : []);

  const change = (name: 'q' | 'sort' | 'category', value: string) => {
    const setOne = (before: URLSearchParams) => {
      const next = withoutPage(before);
      if (value) next.set(name, value);
      else next.delete(name);
      return next;
    };
    setParams(setOne, { replace: true, state: null });
  };
  const turn = (to: number, cursors: CursorStack) => {
    const next = withoutPage(params);
    const last = cursors.at(-1);
    if (last !== undefined) {
      next.set('page', String(to));
      next.set('cursor', last);
    }
    setParams(next, { state: { cursors } });
  };

  const filters: ListFilters = {
    q: params.get('q') ?? '',
    sort: params.get('sort') === 'oldest' ? 'oldest' : 'latest',
    category: params.get('category') || undefined,
    cursor,
    limit: pageSize,
  };
  return {
    filters,
    filtered: params.has('q') || params.has('category'),
    pagesBefore: page - 1,
    change,
    clear: () => setParams({}, { replace: true, state: null }),
    next: (cursor: string) => turn(page + 1, [...stack, cursor]),
    /** Opens the previous page, or the first if the address was opened from elsewhere. */
    previous: () => turn(page - 1, stack.slice(0, -1)),
  };
}

function withoutPage(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('page');
  next.delete('cursor');
  return next;
}

export type ListParams = ReturnType<typeof useListParams>;
