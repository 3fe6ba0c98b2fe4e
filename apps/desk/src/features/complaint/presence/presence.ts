import { reportPresence, type Presence } from '@baraza/contract';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '@baraza/app';

/** Interval of presence reports (ms). Without one for `goneAfter`, a colleague counts as gone. */
const reportEvery = 10_000;
const goneAfter = 25_000;

type Present = Pick<Presence, 'person' | 'writing'>;
const nobody: readonly Present[] = [];
const present = new Map<string, readonly Present[]>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

/** Records that a colleague has a complaint open, until their reports stop. */
export function notePresence({ complaint, person, open, writing }: Presence): void {
  const key = `${complaint} ${person.id}`;
  const others = (present.get(complaint) ?? nobody).filter((other) => other.person.id !== person.id);
  const now = open ? [...others, { person, writing }] : others;
  if (now.length > 0) present.set(complaint, now);
  else present.delete(complaint);
  clearTimeout(timers.get(key));
  timers.delete(key);
  const leave = () => notePresence({ complaint, person, open: false, writing });
  if (open) timers.set(key, setTimeout(leave, goneAfter));
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Lists the colleagues who have a complaint open now. */
export function usePresent(complaint: string): readonly Present[] {
  return useSyncExternalStore(subscribe, () => present.get(complaint) ?? nobody);
}

function report(id: string, open: boolean, writing: Presence['writing'] = null): void {
  // Failures are ignored, since the next report follows soon.
  void call(reportPresence, { params: { id }, body: { open, writing: open ? writing : null } }).catch(() => undefined);
}

/** Reports that this complaint is open here while the page is in view. */
export function useReportPresence(id: string, writing: Presence['writing']): void {
  useEffect(() => {
    const reportVisibility = () => report(id, document.visibilityState !== 'hidden', writing);
    reportVisibility();
    const timer = setInterval(() => document.visibilityState !== 'hidden' && reportVisibility(), reportEvery);
    document.addEventListener('visibilitychange', reportVisibility);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', reportVisibility);
    };
  }, [id, writing]);
  useEffect(() => () => report(id, false), [id]);
}
