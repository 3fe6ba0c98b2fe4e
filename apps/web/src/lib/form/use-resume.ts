import { useOnReconnect } from '@baraza/app/use-online';
import { useEffect, useRef } from 'react';

/** How many tries are made while the server answers. Then the person decides. */
const maxTries = 5;

interface Resumable {
  /** The last try got no answer. */
  readonly isLost: boolean;
  /** What the form holds; the same object while nothing changes. */
  readonly content: object;
  readonly send: () => void;
}

/** Sends again by itself once the connection is back, unless the form was changed meanwhile. */
export function useResume({ isLost, content, send }: Resumable): void {
  const tries = useRef(0);
  const sent = useRef<object>(null);
  const latest = useRef(content);
  useEffect(() => {
    if (latest.current !== content) tries.current = 0;
    latest.current = content;
  }, [content]);
  useEffect(() => {
    sent.current = isLost ? latest.current : null;
  }, [isLost]);
  useOnReconnect(() => {
    if (!isLost || sent.current !== content || tries.current >= maxTries) return;
    tries.current += 1;
    send();
  });
}
