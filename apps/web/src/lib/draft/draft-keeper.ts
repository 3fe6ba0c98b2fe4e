import { deviceStorage, toDraft, type DraftContent } from './draft-store.ts';

/** From the last change to the saving of it, in milliseconds. */
const delay = 400;

interface DraftListener {
  /** Hears when it was saved; null when there was nothing left to keep. */
  readonly onSaved: (savedAt: string | null) => void;
  /** Hears that the device refuses: private mode, no room. */
  readonly onFailed: () => void;
}

export interface DraftKeeper {
  change(content: DraftContent): void;
  /** Saves now what was not saved yet; resolves when it lies on the device. */
  flush(): Promise<void>;
  /** Deletes the draft for good, and takes no more changes: it was sent, or thrown away. */
  finish(): Promise<void>;
}

/** Keeps one draft up to date. Writes go one after another, so that an old one never lands on a newer one. */
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
