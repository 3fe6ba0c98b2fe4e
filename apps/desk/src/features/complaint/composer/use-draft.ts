import { useRef, useState } from 'react';
import { loadDraft, saveDraft, type Draft } from '../../../lib/storage/drafts.ts';
import { useMe } from '../../../lib/api/session.tsx';

/** Keeps both drafts of a complaint on this device until they are sent. */
export function useDraft(complaintId: string) {
  const me = useMe();
  const [draft, setDraft] = useState(() => loadDraft(me.id, complaintId));
  const [isSaved, setSaved] = useState(true);
  const latest = useRef(draft);

  const write = (part: keyof Draft, text: string) => {
    latest.current = { ...latest.current, [part]: text };
    setDraft(latest.current);
    setSaved(saveDraft(me.id, complaintId, latest.current));
  };
  /** Brings back a reply that was sent and undone, before what was begun since. */
  const restore = (reply: string) => {
    const stored = loadDraft(me.id, complaintId);
    // The complaint may have been closed, and opened and answered anew.
    if (stored.reply !== '' || stored.note !== '') latest.current = stored;
    write('reply', [reply, latest.current.reply].filter(Boolean).join('\n\n'));
  };
  return { draft, isSaved, write, restore };
}

export type DraftHandle = ReturnType<typeof useDraft>;
