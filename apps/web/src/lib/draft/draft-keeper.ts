import { toDraft, type DraftContent, type DraftStorage } from './draft-store.ts';

export interface DraftKeeperOptions {
  readonly storage: DraftStorage;
  readonly key: string;
  readonly now: () => Date;
  /** When it was saved; null when there was nothing left to keep. */
  readonly onSaved: (savedAt: string | null) => void;
  /** The device refuses: private mode, no room. */
  readonly onFailed: () => void;
  /** From the last change to the saving of it. */
  readonly delayMs?: number;
}

export interface DraftKeeper {
  change(content: DraftContent): void;
  /** Saves now what was not saved yet; resolves when it lies on the device. */
  flush(): Promise<void>;
  /** Deletes the draft for good, and takes no more changes: it was sent, or thrown away. */
  finish(): Promise<void>;
}

/** Keeps one draft up to date. Writes go one after another, so that an old one never lands on a newer one. */
export function createDraftKeeper(options: DraftKeeperOptions): DraftKeeper {
  const { storage, key, now, onSaved, onFailed, delayMs = 400 } = options;
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
    const draft = toDraft(unsaved, now());
    unsaved = null;
    return write(async () => {
      await (draft ? storage.set(key, draft) : storage.delete(key));
      return draft?.savedAt ?? null;
    });
  };

  return {
    change(content) {
      if (finished) return;
      unsaved = content;
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), delayMs);
    },
    flush,
    finish() {
      finished = true;
      clearTimeout(timer);
      unsaved = null;
      return write(async () => {
        await storage.delete(key);
        return null;
      });
    },
  };
}
