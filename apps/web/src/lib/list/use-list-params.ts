import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from '@baraza/app/router/router';
import { currentCursor, popPage, pushPage, stackOf } from './cursor-stack.ts';

/**
 * What a list is asked for, kept in the address so that it can be shared and survives Back and a reload. The
 * page lies in the history entry; a new search or filter begins at the first page again.
 */
export function useListParams() {
  const [params, setParams] = useSearchParams();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const stack = stackOf(state);

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
  const turn = (cursors: readonly string[]) => navigate(pathname + search, { state: { cursors } });

  return {
    q: params.get('q') ?? '',
    sort: params.get('sort') === 'oldest' ? ('oldest' as const) : ('latest' as const),
    category: params.get('category') ?? '',
    filtered: params.has('q') || params.has('category'),
    cursor: currentCursor(stack),
    stack,
    change,
    clear: () => setParams({}, { replace: true, state: null }),
    next: (cursor: string) => turn(pushPage(stack, cursor)),
    previous: () => turn(popPage(stack)),
  };
}

export type ListParams = ReturnType<typeof useListParams>;
