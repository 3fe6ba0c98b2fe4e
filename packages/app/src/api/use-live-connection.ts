import { useEffect, useRef, useState } from 'react';
import { keepLiveConnection, type LiveConnection } from './live-connection.ts';

/**
 * Keeps one line of server-sent events open to the server while the page is in view. A page out of view lets go of its line:
 * a browser has only a few for each server, and it catches up when it is looked at again. A line that breaks is tried again
 * after one second to thirty. Answers whether the line is open.
 */
export function useLiveConnection(line: LiveConnection): boolean {
  const [open, setOpen] = useState(false);
  const latest = useRef(line);
  useEffect(() => {
    latest.current = line;
  });
  useEffect(() => keepLiveConnection(() => latest.current, setOpen), []);
  return open;
}
