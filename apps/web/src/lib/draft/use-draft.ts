import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createDraftKeeper } from './draft-keeper.ts';
import { deviceStorage, draftKey, parseDraft, type Draft, type DraftContent } from './draft-store.ts';
import { useUser } from '../api/session.ts';
import { getToken, wasLeft } from '@baraza/app';

/** Whose draft it is that goes to whoever logs in next. */
const begunAsGuest = 'begun';
/** Milliseconds that logging in may take. */
const loggingIn = 30 * 60_000;

/** Leaves a draft to whoever logs in next on this device. */
export async function handOverDraft(form: string, owner: string): Promise<void> {
  const draft = await deviceStorage.get(draftKey(form, owner));
  if (draft !== undefined) await deviceStorage.set(draftKey(form, begunAsGuest), draft);
  await deviceStorage.delete(draftKey(form, owner));
}

/** Reads the stored draft of a form, of `owner` or whoever is signed in; undefined until it was looked for. */
export function useStoredDraft(form: string, blank: Readonly<Record<string, string>>, owner?: string) {
  const user = useUser();
  const accountId = owner ?? user.data?.id;
  const [draft, setDraft] = useState<Draft | null>();
  useEffect(() => {
    if (accountId === undefined) return;
    let gone = false;
    void readDraft(form, accountId)
      .catch(() => null)
      .then((stored) => gone || setDraft(parseDraft(stored, blank)));
    return () => {
      gone = true;
    };
  }, [form, accountId, blank]);
  return draft;
}

async function readDraft(form: string, accountId: string): Promise<Draft | undefined> {
  const own = await deviceStorage.get(draftKey(form, accountId));
  const begun = own === undefined ? await deviceStorage.get(draftKey(form, begunAsGuest)) : undefined;
  if (begun === undefined) return own;
  await deviceStorage.delete(draftKey(form, begunAsGuest));
  // Later it is somebody else who logs in.
  if (Date.now() - Date.parse(begun.savedAt) > loggingIn) return undefined;
  await deviceStorage.set(draftKey(form, accountId), begun);
  return begun;
}

/** Whether a form lies on this device, filled but not sent. */
export function useHasDraft(form: string, blank: Readonly<Record<string, string>>): boolean {
  const accountId = useUser().data?.id ?? '';
  const { data } = useQuery({
    queryKey: ['draft', form, accountId],
    queryFn: async () => parseDraft(await deviceStorage.get(draftKey(form, accountId)), blank) !== null,
    enabled: accountId !== '',
    staleTime: 0,
    retry: false,
  });
  return data === true;
}

/** Keeps what a form holds on the device, also when the page is put away. `content` is the same object until something changes. */
export function useDraftKeeper(form: string, accountId: string, content: DraftContent, stored: Draft | null) {
  const client = useQueryClient();
  /** ISO 8601; null when nothing of it is on the device. */
  const [savedAt, setSavedAt] = useState(stored?.savedAt ?? null);
  const [failed, setFailed] = useState(false);
  const [keeper] = useState(() => {
    const onSaved = (at: string | null) => {
      setSavedAt(at);
      setFailed(false);
      void client.invalidateQueries({ queryKey: ['draft', form] });
    };
    return createDraftKeeper(draftKey(form, accountId), { onSaved, onFailed: () => setFailed(true) });
  });

  const last = useRef(content);
  useEffect(() => {
    if (content === last.current) return;
    last.current = content;
    keeper.change(content);
  }, [content, keeper]);

  useEffect(() => {
    const token = getToken();
    const onHidden = () => {
      if (document.visibilityState === 'hidden') void keeper.flush();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      // Whoever has logged out leaves nothing behind.
      void (wasLeft(token) ? keeper.finish() : keeper.flush());
    };
  }, [keeper]);

  const precious = content.files.length > 0 || content.recording !== null;
  useEffect(() => {
    // Asks the browser not to clear it away when the device runs low.
    if (precious) void navigator.storage?.persist?.().catch(() => undefined);
  }, [precious]);

  return { keeper, savedAt, failed };
}
