import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDraftKeeper } from './draft-keeper.ts';
import { deviceStorage, type DraftContent } from './draft-store.ts';

const content = (title: string): DraftContent => ({
  values: { title },
  files: [],
  recording: null,
  submissionKey: null,
});

function keeperOver(set?: typeof deviceStorage.set, stored = new Map<string, unknown>()) {
  vi.spyOn(deviceStorage, 'set').mockImplementation(set ?? (async (key, draft) => void stored.set(key, draft)));
  vi.spyOn(deviceStorage, 'delete').mockImplementation(async (key) => void stored.delete(key));
  const onSaved = vi.fn<(savedAt: string | null) => void>();
  const onFailed = vi.fn<() => void>();
  const keeper = createDraftKeeper('k', { onSaved, onFailed });
  return { keeper, stored, onSaved, onFailed };
}

describe('draft keeper', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2024-05-08T10:42:00Z') }));
  afterEach(() => void vi.useRealTimers());

  it('a draft is saved once, 400 ms after the last change', async () => {
    const { keeper, stored, onSaved } = keeperOver();
    keeper.change(content('a'));
    await vi.advanceTimersByTimeAsync(399);
    keeper.change(content('ab'));
    await vi.advanceTimersByTimeAsync(399);
    expect(stored.size).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(stored.get('k')).toMatchObject({ values: { title: 'ab' }, savedAt: '2024-05-08T10:42:00.799Z' });
    expect(onSaved.mock.calls).toEqual([['2024-05-08T10:42:00.799Z']]);
  });

  it('flush saves a draft at once, before a file picker can close the page', async () => {
    const { keeper, stored, onSaved } = keeperOver();
    keeper.change(content('a'));
    await keeper.flush();
    expect(stored.has('k')).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    await keeper.flush();
    expect(onSaved).toHaveBeenCalledTimes(1);
  });

  it('emptying a form deletes its draft', async () => {
    const { keeper, stored } = keeperOver();
    keeper.change(content('a'));
    await keeper.flush();
    keeper.change(content(' '));
    await keeper.flush();
    expect(stored.size).toBe(0);
  });

  it('a draft that was sent or discarded is never stored again', async () => {
    const { keeper, stored } = keeperOver();
    keeper.change(content('a'));
    await keeper.flush();
    keeper.change(content('ab'));
    await keeper.finish();
    keeper.change(content('abc'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(stored.size).toBe(0);
  });

  it('finish deletes a draft even while it is still being saved', async () => {
    const stored = new Map<string, unknown>();
    const { keeper } = keeperOver(async (key, draft) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      stored.set(key, draft);
    }, stored);
    keeper.change(content('a'));
    void keeper.flush();
    const gone = keeper.finish();
    await vi.advanceTimersByTimeAsync(600);
    await gone;
    expect(stored.size).toBe(0);
  });

  it('a draft that failed to be saved is reported, and the next save succeeds', async () => {
    let full = true;
    const { keeper, onSaved, onFailed } = keeperOver(async () => {
      if (full) throw new DOMException('full', 'QuotaExceededError');
    });
    keeper.change(content('a'));
    await keeper.flush();
    expect(onFailed).toHaveBeenCalledTimes(1);
    full = false;
    keeper.change(content('ab'));
    await keeper.flush();
    expect(onSaved).toHaveBeenCalledTimes(1);
  });
});
