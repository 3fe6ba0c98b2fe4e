import type { DeskComplaint } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../../lib/page/announcer.tsx';

const none: ReadonlySet<string> = new Set();
/** Least time between two announcements about one complaint. */
const quietMs = 60_000;

/** Tracks others' steps on an open complaint. While the person writes, the version stays the one they have read. */
export function useSeen(complaint: DeskComplaint, writing: boolean, myId: string) {
  const [version, setVersion] = useState(complaint.version);
  const [fresh, setFresh] = useState(none);
  const [unread, setUnread] = useState(none);
  const [settled, setSettled] = useState(0);
  const [turn, setTurn] = useState(0);
  const known = useRef<Set<string>>(new Set(complaint.history.map((entry) => entry.id)));
  const acting = useRef(false);
  const saidAt = useRef(0);

  useEffect(() => {
    if (acting.current) return;
    const arrived = complaint.history.filter((entry) => !known.current.has(entry.id));
    for (const { id } of arrived) known.current.add(id);
    // An own reply arrives later, once it can no longer be undone.
    const news = arrived.filter(({ actorId }) => actorId !== myId).map(({ id }) => id);
    if (arrived.length > news.length) setTurn((count) => count + 1);
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
    } else if (arrived.length > 0 && unread.size === 0) setVersion(complaint.version);
  }, [complaint, writing, myId, settled, unread]);

  const accept = () => {
    setVersion(complaint.version);
    setUnread(none);
  };
  /** Runs an own action, whose result is not marked as new. */
  const own = async (run: () => Promise<DeskComplaint | null>) => {
    acting.current = true;
    try {
      const result = await run();
      if (!result) return null;
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
  return {
    /** Version that the person has seen, and that actions are based on. */
    version,
    /** Steps of others that came while the complaint was open. */
    fresh,
    /** Steps that came while the person was writing and are not acknowledged yet. */
    unread: complaint.history.filter((entry) => unread.has(entry.id)),
    accept,
    /** Grows whenever the newest step should be shown: an own one, or one that came while writing. */
    turn,
    own,
  };
}

export type Seen = ReturnType<typeof useSeen>;
