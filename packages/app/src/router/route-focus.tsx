import { useLayoutEffect } from 'react';
import { useLocation, wasRevisited } from './router.tsx';

/** The route on the screen: an app has to focus headings, start at the top and restore scrolling on Back by itself. */
const route = { key: '', isFocused: true, isFirst: true, scrollTo: 0, focusBefore: null as Element | null };
const scrollPositions = new Map<string, number>();

/** Follows the address. Stands before the routes, so that its effects run before those of their headings. */
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
    route.scrollTo = wasRevisited() ? (scrollPositions.get(key) ?? 0) : 0;
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
  // Whoever types in the search keeps typing while the list below changes.
  if (active instanceof HTMLInputElement) return;
  if (active === null || active === document.body || active === route.focusBefore)
    heading.focus({ preventScroll: true });
  if (route.scrollTo > 0) window.scrollTo(0, route.scrollTo);
}

/** Lets the next heading take over the focus, as when loading ends. */
export function releaseFocus(): void {
  route.isFocused = false;
}

/** Leaves the focus where the screen has put it, instead of its heading. */
export function keepFocus(): void {
  route.isFocused = true;
  route.isFirst = false;
}
