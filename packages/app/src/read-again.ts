/** A query of the cache, as far as it matters here. */
interface Query {
  readonly queryKey: readonly unknown[];
  readonly promise: Promise<unknown> | undefined;
  readonly state: { readonly data: unknown; readonly fetchStatus: string };
}

const followed = new WeakSet<Promise<unknown>>();

/**
 * The library leaves alone what is being loaded for the first time when it is told that it has become old, and takes what comes
 * for new, though the server may have read it before. This has it read again once it is there.
 */
export function readAgainOnceLoaded(
  queries: readonly Query[],
  readAgain: (queryKey: readonly unknown[]) => void,
): void {
  for (const { queryKey, promise, state } of queries) {
    const isFirstLoad = state.data === undefined && state.fetchStatus !== 'idle';
    // However much happens meanwhile, it is read once more.
    if (!isFirstLoad || !promise || followed.has(promise)) continue;
    followed.add(promise);
    promise.then(
      () => readAgain(queryKey),
      // Nothing is shown that could be old.
      () => undefined,
    );
  }
}
