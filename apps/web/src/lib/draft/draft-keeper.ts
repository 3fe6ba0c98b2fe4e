import { deviceStorage, toDraft, type DraftContent } from './draft-store.ts';

/** Delay between the last change and saving it, in milliseconds. */
const delay = 400;

interface DraftListener {
  /** Called with the time of each save; null when the draft was deleted. */
  readonly onSaved: (savedAt: string | null) => void;
  /** Called when the device cannot store the draft: private mode, or no space. */
  readonly onFailed: (error: unknown) => void;
}

export interface DraftKeeper {
  change(content: DraftContent): void;
  /** Saves pending changes now; resolves once they are on the device. */
  flush(): Promise<void>;
  /** Deletes the draft for good and ignores later changes: it was sent or discarded. */
  finish(): Promise<void>;
}

/** Keeps one draft up to date. Writes run one after another, so that an old one never overwrites a newer one. */
export function createDraftKeeper(key: string, { onSaved, onFailed }: DraftListener): DraftKeeper {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsaved: DraftContent | null = null;
  let finished = false;
  let last = Promise.resolve();

  const write = (action: () => Promise<string | null>): Promise<void> => {
    last = last.then(action).then(onSaved, onFailed);
    return last;
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    if (!unsaved) return last;
    const draft = toDraft(unsaved, new Date());
    unsaved = null;
    return write(async () => {
      await (draft ? deviceStorage.set(key, draft) : deviceStorage.delete(key));
      return draft?.savedAt ?? null;
    });
  };

  return {
    change(content) {
      if (finished) return;
      unsaved = content;
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), delay);
    },
    flush,
    finish() {
      finished = true;
      clearTimeout(timer);
      unsaved = null;
      return write(async () => {
        await deviceStorage.delete(key);
        return null;
      });
    },
  };
}
