import { useEffect, useSyncExternalStore } from 'react';

/*
 * What is not safe yet: words on their way to the server, or a draft that the device does not keep. Several parts of
 * a screen may each have something; the top bar says that all is saved only when none has.
 */
let sending = 0;
let unkept = 0;
const listeners = new Set<() => void>();

function change(by: { sending?: number; unkept?: number }): void {
  sending += by.sending ?? 0;
  unkept += by.unkept ?? 0;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const now = () => (sending > 0 ? 'sending' : unkept > 0 ? 'unkept' : 'saved');

/** Whether something is on its way, or lies nowhere but on the page. */
export const useSaved = (): 'saved' | 'sending' | 'unkept' => useSyncExternalStore(subscribe, now, () => 'saved');

/** Tells while `on` that something of this component is being sent, or is kept nowhere. */
export function useUnsaved(what: 'sending' | 'unkept', on: boolean): void {
  useEffect(() => {
    if (!on) return;
    change({ [what]: 1 });
    return () => change({ [what]: -1 });
  }, [what, on]);
}
