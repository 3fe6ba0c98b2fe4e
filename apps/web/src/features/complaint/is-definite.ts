import { ApiError } from '@baraza/contract/error';

/**
 * Whether the server has surely not taken the complaint, so that the next try is a new one with a key of its own. Not so
 * where it was never asked (401), gave up waiting (408), put it off (429), failed (5xx) or did not answer (0).
 */
export function isDefinite(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)
  );
}
