import type { DeskComplaint, HistoryEntry } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../../lib/page/announcer.tsx';

const none: ReadonlySet<string> = new Set();
/** News of one complaint is said at most once a minute. */
const quietMs = 60_000;

export interface Seen {
  /** The version the person has before their eyes: what an action is based on. */
  readonly version: number;
  /** Steps of others that came while the complaint was open. */
  readonly fresh: ReadonlySet<string>;
  /** What came while the person was writing and has not been acknowledged. */
  readonly unread: readonly HistoryEntry[];
  readonly accept: () => void;
  /** Grows whenever there is a newest step to look at: one's own, or one that came while writing. */
  readonly turn: number;
  /** Runs an action of one's own, whose result is no news. */
  readonly own: (run: () => Promise<DeskComplaint>) => Promise<DeskComplaint>;
}

/**
 * Watches an open complaint for the steps of others. Who is not writing simply sees them, marked as new. Who is
 * writing keeps the version their words are based on until they say that they have read what came.
 */
export function useSeen(complaint: DeskComplaint, writing: boolean): Seen {
  const [version, setVersion] = useState(complaint.version);
  const [fresh, setFresh] = useState(none);
  const [unread, setUnread] = useState(none);
  const [settled, setSettled] = useState(0);
  const [turn, setTurn] = useState(0);
  const known = useRef<Set<string>>(new Set(complaint.history.map((it) => it.id)));
  const acting = useRef(false);
  const saidAt = useRef(0);

  useEffect(() => {
    if (acting.current) return;
    const news = complaint.history.filter((it) => !known.current.has(it.id)).map((it) => it.id);
    for (const id of news) known.current.add(id);
    if (news.length > 0) {
      setFresh((before) => new Set([...before, ...news]));
      if (Date.now() - saidAt.current > quietMs) {
        saidAt.current = Date.now();
        announce(t`New message on ${complaint.trackingId}`);
      }
    }
    if (!writing) {
      setVersion(complaint.version);
      setUnread(none);
    } else if (news.length > 0) {
      setUnread((before) => new Set([...before, ...news]));
      setTurn((count) => count + 1);
    }
  }, [complaint, writing, settled]);

  const accept = () => {
    setVersion(complaint.version);
    setUnread(none);
  };
  const own = async (run: () => Promise<DeskComplaint>) => {
    acting.current = true;
    try {
      const result = await run();
      for (const { id } of result.history) known.current.add(id);
      setVersion(result.version);
      setUnread(none);
      setTurn((count) => count + 1);
      return result;
    } finally {
      acting.current = false;
      setSettled((count) => count + 1);
    }
  };
  return { version, fresh, unread: complaint.history.filter((it) => unread.has(it.id)), accept, turn, own };
}
