import { newKey, say, type useForm } from '@baraza/app';
import type { MediaFiles } from '@baraza/ui/use-media-files';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '@baraza/contract';
import type { DraftKeeper } from '../draft/draft-keeper.ts';
import type { Draft, DraftContent } from '../draft/draft-store.ts';
import { useOutbox } from './use-outbox.ts';
import type { NewItem } from './send.ts';

interface Posted extends NewItem {
  readonly media: MediaFiles;
}

/**
 * Submits a form through the outbox with one idempotency key for all tries. A second tab with the same draft shares it.
 * With `answersWhenLeft` it returns the server's reply even after the form was left.
 */
export function usePost(draft: Draft | null | undefined, account: string, { answersWhenLeft = false } = {}) {
  const [own, setOwn] = useState<string | null>(null);
  const [fresh] = useState(newKey);
  const key = own ?? draft?.submissionKey ?? fresh;
  const { sending } = useOutbox(account);
  const renew = () => setOwn(newKey());
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  /** Returns the server's reply; undefined if the item waits, null if a photo is too big or the form was left. */
  async function post({ media, ...item }: Posted, keeper: DraftKeeper): Promise<unknown> {
    const settled = await media.settled();
    if (!settled) return null;
    const files = settled.flatMap(({ file }) => (file ? [{ name: file.name, blob: file }] : []));
    await keeper.flush();
    const { isDefinite, submit } = await import('./send.ts');
    try {
      const content: DraftContent = { ...item.content, files, submissionKey: key };
      const reply = await submit({ ...item, content }, () => isOpen.current);
      await keeper.finish();
      return isOpen.current || answersWhenLeft ? reply : null;
    } catch (error) {
      if (!isOpen.current) {
        // The outbox shows the item, unless the device had no space for it.
        if (!(error instanceof ApiError && error.status === 0)) await keeper.finish();
        return null;
      }
      if (!(error instanceof ApiError)) throw error;
      settled.forEach(({ id }, index) => {
        const refused = error.fields[`files[${index}]`] ?? error.fields[`images[${index}]`];
        if (refused) media.update(id, { status: 'failed', reason: say(refused) });
      });
      // The next try gets a new key, unless this one may have been received.
      if (isDefinite(error)) renew();
      throw error;
    }
  }
  const progress = sending?.key === key ? Math.floor((sending.sent / sending.total) * 100) : null;
  return { key, renew, post, progress };
}

/** Shows the server's errors at the fields of a refused draft. */
export function useProblemOfDraft({ fail }: Pick<ReturnType<typeof useForm>, 'fail'>, draft: Draft | null): void {
  const shown = useRef(false);
  useEffect(() => {
    if (shown.current || !draft?.problem) return;
    shown.current = true;
    fail({ ...draft.problem.fields }, draft.problem.message);
  });
}
