import { useEffect, useState } from 'react';
import { afterStart, whenIdle } from '../browser/after-start.ts';
import { isOnline } from './use-online.ts';
import { queryClient } from './query.ts';

/** Runs once the screen's first data is drawn, at most two seconds after the start. */
export function afterFirstData(run: () => void): () => void {
  let cancelIdle = () => {};
  const cancelWait = afterStart(finish);
  const unsubscribe = queryClient.getQueryCache().subscribe(look);
  const cancel = () => {
    cancelIdle();
    cancelWait();
    unsubscribe();
  };
  function finish() {
    cancel();
    run();
  }
  function look() {
    cancelIdle();
    if (queryClient.isFetching() === 0 || !isOnline()) cancelIdle = whenIdle(finish);
  }
  look();
  return cancel;
}

/** Whether the screen's first data has loaded and is drawn. */
export function useHasFirstData(): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => afterFirstData(() => setThere(true)), []);
  return isThere;
}
