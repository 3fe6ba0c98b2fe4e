import { ApiError } from '@baraza/contract/core/error';
import { newKey } from '@baraza/app/api/client';

export interface OneSubmission<T> {
  /** That of an earlier try that may have arrived; null for a first one. */
  readonly key: string | null;
  /** Keeps the key with the form, or forgets it. */
  readonly setKey: (key: string | null) => void;
  /** Resolves when the key lies on the device with the draft. */
  readonly keep: (key: string) => Promise<void>;
  readonly send: (key: string) => Promise<T>;
  /** What is said when an earlier try did arrive and the form was changed since. */
  readonly arrivedBefore: string;
}

/**
 * Sends a filled form so that it is taken once, however often it is tried.
 * @throws what `send` throws; ApiError with `arrivedBefore` when the server took the form before, with other words.
 */
export async function submitOnce<T>({ key, setKey, keep, send, arrivedBefore }: OneSubmission<T>): Promise<T> {
  // The key lies on the device before anything is sent: killed half-way, the next try is still the same one.
  const own = key ?? newKey();
  setKey(own);
  await keep(own);
  try {
    return await send(own);
  } catch (error) {
    if (isDefinite(error)) setKey(null);
    const taken = error instanceof ApiError && error.code === 'CONFLICT';
    throw taken ? new ApiError(409, { message: arrivedBefore, code: 'CONFLICT' }) : error;
  }
}

/**
 * Whether the server has surely not taken the form. The next try then is a new one with its own key. Not so where it was never
 * asked (401), gave up waiting (408), put it off (429), failed (5xx) or did not answer (0).
 */
function isDefinite(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)
  );
}
