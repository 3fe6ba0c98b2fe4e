import { useLocation, useNavigate, useSearchParams } from '@baraza/app/router/router';
import { useCallback } from 'react';

/** The cursors of the pages turned so far; none on the first page. */
type CursorStack = readonly string[];

/**
 * Reads what a list is asked for from the address, so that it can be shared and survives Back and a reload. The cursors lie in
 * the history entry; a new search or filter begins at the first page again.
 */
export function useListParams() {
  const [params, setParams] = useSearchParams();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const stack = (state as { cursors?: CursorStack } | null | undefined)?.cursors ?? [];

  const change = useCallback(
    (name: 'q' | 'sort' | 'category', value: string) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true, state: null },
      ),
    [setParams],
  );
  const turn = (cursors: CursorStack) => navigate(pathname + search, { state: { cursors } });

  return {
    q: params.get('q') ?? '',
    sort: params.get('sort') === 'oldest' ? ('oldest' as const) : ('latest' as const),
    category: params.get('category') ?? '',
    filtered: params.has('q') || params.has('category'),
    cursor: stack.at(-1),
    pagesBefore: stack.length,
    change,
    clear: () => setParams({}, { replace: true, state: null }),
    next: (cursor: string) => turn([...stack, cursor]),
    previous: () => turn(stack.slice(0, -1)),
  };
}

export type ListParams = ReturnType<typeof useListParams>;
