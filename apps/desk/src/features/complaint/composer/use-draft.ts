import { getToken, wasLeft } from '@baraza/app';
import { useEffect, useRef, useState } from 'react';
import { emptyDraft, loadDraft, saveDraft, type Draft } from '../../../lib/storage/drafts.ts';
import { useMe } from '../../../lib/api/session.tsx';

/** Keeps both drafts of a complaint on this device until they are sent. */
export function useDraft(complaintId: string) {
  const me = useMe();
  const [draft, setDraft] = useState(() => loadDraft(me.id, complaintId));
  const [isSaved, setSaved] = useState(true);
  const latest = useRef(draft);

  useEffect(() => {
    const token = getToken();
    return () => {
      // A logout in another tab deletes drafts, also text typed here since.
      if (wasLeft(token)) saveDraft(me.id, complaintId, emptyDraft);
    };
  }, [me.id, complaintId]);

  const write = (part: keyof Draft, text: string) => {
    latest.current = { ...latest.current, [part]: text };
    setDraft(latest.current);
    setSaved(saveDraft(me.id, complaintId, latest.current));
  };
  /** Restores an undone reply, before text begun since. */
  const restore = (reply: string) => {
    // After this complaint was left, another composer may have stored a newer draft.
    if (isSaved) latest.current = loadDraft(me.id, complaintId);
    write('reply', [reply, latest.current.reply].filter(Boolean).join('\n\n'));
  };
  return { draft, isSaved, write, restore };
}

export type DraftHandle = ReturnType<typeof useDraft>;
