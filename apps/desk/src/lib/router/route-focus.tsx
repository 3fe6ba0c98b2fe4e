import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * One visit of a screen. A single-page app has to do by hand what a browser does between pages: bring the focus
 * to the new heading, start at the top, and come back to the same place on Back.
 */
const visit = { key: '', arrived: true, first: true, restore: 0, focusBefore: null as Element | null };
const places = new Map<string, number>();

/** Follows the address. Stands before the routes, so that it knows of a change before their headings do. */
export function VisitWatcher(): null {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    const keep = () => places.set(key, window.scrollY);
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [key]);
  useLayoutEffect(() => {
    // Who goes on before the first screen stands comes to a second one. Being led on to another address is no such step.
    if (visit.key !== '' && type !== 'REPLACE') visit.first = false;
    visit.key = key;
    visit.arrived = false;
    visit.focusBefore = document.activeElement;
    visit.restore = type === 'POP' ? (places.get(key) ?? 0) : 0;
    if (!visit.first) window.scrollTo(0, 0);
    // The key changes with the path; a change of search alone is the same visit.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname]);
  return null;
}

/** Called by the heading of a screen when it stands: focus goes there, unless the person has already moved on. */
export function arrive(heading: HTMLElement): void {
  if (visit.arrived) return;
  visit.arrived = true;
  if (visit.first) {
    // The browser has just loaded the page; focus belongs at its start.
    visit.first = false;
    return;
  }
  const active = document.activeElement;
  // Who types in the search keeps typing while the list below changes.
  if (active instanceof HTMLInputElement) return;
  if (active === null || active === document.body || active === visit.focusBefore)
    heading.focus({ preventScroll: true });
  if (visit.restore > 0) window.scrollTo(0, visit.restore);
}

/** The screen has put the focus somewhere better than its heading. */
export function arrived(): void {
  visit.arrived = true;
  visit.first = false;
}
