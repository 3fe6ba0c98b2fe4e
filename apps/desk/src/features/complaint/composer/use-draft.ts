import { useEffect, useRef, useState } from 'react';
import { emptyDraft, loadDraft, saveDraft, type Draft } from '../../../lib/storage/drafts.ts';
import { useMe } from '../../../lib/api/session.tsx';
import { getToken, wasLeft } from '@baraza/app';

const pauseMs = 400;

export type DraftStatus = 'nothing' | 'pending' | 'kept' | 'refused';

/** Keeps both drafts of a complaint on this device until they are sent. */
export function useDraft(complaintId: string) {
  const me = useMe();
  const [draft, setDraft] = useState(() => loadDraft(me.id, complaintId));
  const [status, setStatus] = useState<DraftStatus>('nothing');
  const latest = useRef(draft);
  const timer = useRef(0);

  useEffect(() => {
    const token = getToken();
    const flush = () => {
      if (timer.current === 0) return;
      clearTimeout(timer.current);
      timer.current = 0;
      saveDraft(me.id, complaintId, latest.current);
    };
    document.addEventListener('visibilitychange', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      // Whoever has logged out leaves nothing behind.
      if (!wasLeft(token)) return flush();
      clearTimeout(timer.current);
      saveDraft(me.id, complaintId, emptyDraft);
    };
  }, [me.id, complaintId]);

  const save = () => {
    timer.current = 0;
    setStatus(saveDraft(me.id, complaintId, latest.current) ? 'kept' : 'refused');
  };
  const write = (part: keyof Draft, text: string) => {
    latest.current = { ...latest.current, [part]: text };
    setDraft(latest.current);
    setStatus('pending');
    clearTimeout(timer.current);
    timer.current = window.setTimeout(save, pauseMs);
  };
  const forget = (part: keyof Draft) => {
    latest.current = { ...latest.current, [part]: '' };
    setDraft(latest.current);
    clearTimeout(timer.current);
    save();
    setStatus('nothing');
  };
  /** Brings back a reply that was sent and undone, before what was begun since. */
  const restore = (reply: string) => {
    // Of a complaint that is closed by now, the draft is what is stored.
    if (timer.current === 0) latest.current = loadDraft(me.id, complaintId);
    write('reply', [reply, latest.current.reply].filter(Boolean).join('\n\n'));
    clearTimeout(timer.current);
    save();
  };
  return { draft, status, write, forget, restore };
}

export type DraftHandle = ReturnType<typeof useDraft>;
