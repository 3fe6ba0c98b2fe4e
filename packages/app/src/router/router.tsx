import { useCallback, useMemo, type ComponentProps, type ReactNode, useLayoutEffect } from 'react';
import { Link as WouterLink, Redirect, Router, useLocation as usePath, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';

export { Route, Switch, useParams, useSearchParams } from 'wouter';

/** History state of an address: the number of screens behind it, the path of the last, and data from there. */
type Entry = { readonly index: number; readonly behind?: string | undefined; readonly state?: unknown };

type NavigateOptions = { readonly replace?: boolean; readonly state?: unknown };

/** How the screen was reached: by a link, or by Back, Forward or a page load. */
let move: 'PUSH' | 'POP' = 'POP';
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => (move = 'POP'));
}

const entry = (): Entry => (window.history.state as Entry | null) ?? { index: 0 };

/** Whether the tab's history holds a screen of the app before this. */
export const hasScreenBehind = (): boolean => entry().index > 0;

/** Path of the app's screen before this in the tab's history, if any. */
export const pathBehind = (): string | undefined => entry().behind;

/** Provides the router; `ssrPath` is the address when there is no browser. */
export function AppRouter({ ssrPath, children }: { ssrPath?: string; children: ReactNode }) {
  return (
    <Router
      base={import.meta.env.BASE_URL.replace(/\/$/u, '')}
      ssrPath={ssrPath}
      aroundNav={(go, to, { replace = false, state } = {}) => {
        move = 'PUSH';
        const { index, behind } = entry();
        const next = replace ? { index, behind } : { index: index + 1, behind: window.location.pathname };
        go(to, { replace, state: { ...next, state } satisfies Entry });
      }}
    >
      {children}
    </Router>
  );
}

/** Returns a function that goes to an address, or back by a number. */
export function useNavigate() {
  const [, go] = usePath();
  return useCallback(
    (to: string | number, options?: NavigateOptions): void => {
      if (typeof to === 'number') window.history.go(to);
      else go(to, options);
    },
    [go],
  );
}

/** Returns the address; `key` names the entry of the history. */
export function useLocation() {
  const [pathname] = usePath();
  const query = useSearch();
  const held = useHistoryState<Entry | null>();
  return useMemo(
    () => ({
      pathname,
      search: query && `?${query}`,
      hash: typeof window === 'undefined' ? '' : window.location.hash,
      state: held?.state,
      key: String(held?.index ?? 0),
    }),
    [pathname, query, held],
  );
}

/** A link to another screen. */
export function Link({ to, ...rest }: Omit<ComponentProps<'a'>, 'href'> & NavigateOptions & { to: string }) {
  return <WouterLink to={to} {...rest} />;
}

/** Redirects to another address. */
export function Navigate({ to, ...options }: NavigateOptions & { to: string }) {
  return <Redirect key={to} to={to} {...options} />;
}

/** The route on the screen: the app itself focuses headings, starts at the top and restores scrolling on Back. */
const route = { key: '', isFocused: true, isFirst: true, scrollTo: 0, focusBefore: null as Element | null };
const scrollPositions = new Map<string, number>();

/** Follows the address. Rendered before the routes, so that its effects run before those of their headings. */
export function RouteFocus(): null {
  const { key, pathname } = useLocation();
  useLayoutEffect(() => {
    const keep = () => scrollPositions.set(key, window.scrollY);
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [key]);
  useLayoutEffect(() => {
    // A redirect from the first screen still leads to a first screen; a step of the person does not.
    if (route.key !== '' && route.key !== key) route.isFirst = false;
    route.key = key;
    route.isFocused = false;
    route.focusBefore = document.activeElement;
    route.scrollTo = move === 'POP' ? (scrollPositions.get(key) ?? 0) : 0;
    if (!route.isFirst) window.scrollTo(0, 0);
    // The key changes with the path; a change of search alone is the same route.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname]);
  return null;
}

/** Focuses the heading of a new screen, unless the person has already moved on. */
export function focusHeading(heading: HTMLElement): void {
  if (route.isFocused) return;
  route.isFocused = true;
  if (route.isFirst) {
    // The browser has just loaded the page; focus belongs at its start.
    route.isFirst = false;
    return;
  }
  const active = document.activeElement;
  // A search field in use keeps the focus while the list below changes.
  if (active instanceof HTMLInputElement) return;
  if (active === null || active === document.body || active === route.focusBefore)
    heading.focus({ preventScroll: true });
  if (route.scrollTo > 0) window.scrollTo(0, route.scrollTo);
}

/** Focuses the heading of the screen, for example when the focused element is removed. */
export function returnToHeading(options?: FocusOptions): void {
  document.querySelector<HTMLElement>('h1')?.focus(options);
}

/** Moves the focus to the next heading, for example when loading ends. */
export function releaseFocus(): void {
  route.isFocused = false;
}

/** Leaves the focus where the screen has put it, instead of its heading. */
export function keepFocus(): void {
  route.isFocused = true;
  route.isFirst = false;
}
