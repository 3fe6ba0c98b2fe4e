import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createDraftKeeper } from './draft-keeper.ts';
import { deviceStorage, draftKey, parseDraft, type Draft, type DraftContent } from './draft-store.ts';
import { attempt, storageProblem } from '../device/storage.ts';
import { noteStored } from '../outbox/outbox.ts';
import { useOutbox } from '../outbox/use-outbox.ts';
import { useUser } from '../api/session.ts';
import { getToken, wasLeft } from '@baraza/app';

/** Owner id of a draft begun as a guest; the next person to log in takes it over. */
const begunAsGuest = 'begun';
/** Time allowed for logging in before such a draft is deleted, in milliseconds. */
const loginTimeout = 30 * 60_000;

/** Passes a draft on to the next person who logs in on this device. */
export async function handOverDraft(form: string, owner: string): Promise<void> {
  const draft = await deviceStorage.get(draftKey(form, owner));
  if (draft !== undefined) await deviceStorage.set(draftKey(form, begunAsGuest), draft);
  await deviceStorage.delete(draftKey(form, owner));
}

/** Reads the stored draft of a form, of `owner` or the signed-in person; undefined while loading. */
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
  // After that time it may be another person who logs in.
  if (Date.now() - Date.parse(begun.savedAt) > loginTimeout) return undefined;
  await deviceStorage.set(draftKey(form, accountId), begun);
  return begun;
}

/** Whether this device has a draft of the form. */
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

/** Saves a form's content on the device as it changes. `content` must be the same object until something changes. */
export function useDraftKeeper(form: string, accountId: string, content: DraftContent, stored: Draft | null) {
  const client = useQueryClient();
  /** ISO 8601; null when the device has no draft. */
  const [savedAt, setSavedAt] = useState(stored?.savedAt ?? null);
  const key = draftKey(form, accountId);
  const problem = useOutbox(accountId).unsaved.get(key);
  const [keeper] = useState(() => {
    const onSaved = (at: string | null) => {
      setSavedAt(at);
      noteStored(key);
      void client.invalidateQueries({ queryKey: ['draft', form] });
    };
    return createDraftKeeper(key, { onSaved, onFailed: (error) => noteStored(key, storageProblem(error)) });
  });

  const last = useRef(content);
  useEffect(() => {
    if (content === last.current) return;
    last.current = content;
    keeper.change(content);
  }, [content, keeper]);

  useEffect(() => {
    const token = getToken();
    const flush = () => void keeper.flush();
    const onHidden = () => document.visibilityState === 'hidden' && flush();
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('pagehide', flush);
      // A log-out deletes drafts.
      void (wasLeft(token) ? keeper.finish() : keeper.flush()).finally(() => noteStored(key));
    };
  }, [keeper, key]);

  const precious = content.files.length > 0 || content.recording !== null;
  useEffect(() => {
    // The browser should not evict files when the device runs out of space.
    if (precious) void attempt(() => navigator.storage.persist());
  }, [precious]);

  return { keeper, savedAt, problem };
}
