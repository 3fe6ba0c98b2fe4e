import { getToken } from '@baraza/app';
import { ApiError, message } from '@baraza/contract';
import type { Query } from '@tanstack/react-query';
import { createStore, del, delMany, entries, get, set } from '../device/storage.ts';

/** Copies of responses, shown while there is no network. */
export const copies = createStore('copies', 'copies');

export interface Copy {
  /** The session that read it; another session never sees it. */
  readonly token: string | null;
  readonly at: number;
  readonly data: unknown;
}

/** Wait for the server before a copy is shown, in milliseconds. */
const patience = 4000;

const isOffline = (error: unknown) => error instanceof ApiError && error.status === 0;

/** Keeps a copy of the response for this session. Returns it while the server does not respond. */
export async function keepOrRestore(request: Promise<unknown>, query: Query, token: string | null): Promise<unknown> {
  const response = request.then((data) => {
    if (getToken() === token) void keep(query.queryHash, { token, at: Date.now(), data });
    return data;
  });
  if (query.state.data !== undefined) return response;
  const offline = new ApiError(0, { message: message.offline, code: 'OFFLINE' });
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(offline), patience));
  try {
    return await Promise.race([response, late]);
  } catch (error) {
    const copy = isOffline(error) ? await get<Copy>(query.queryHash, copies).catch(() => undefined) : undefined;
    if (!copy || copy.token !== token) return response;
    // After the copy is shown: mark it as stale, so that it is fetched again when the connection is back.
    setTimeout(() => {
      query.setState({ dataUpdatedAt: copy.at, isInvalidated: true, status: 'error', error: error as Error });
      response.then(
        (data) => getToken() === token && query.setData(data),
        () => undefined,
      );
    });
    return copy.data;
  }
}

/** Stores a copy; without room or a database the screen needs a network. */
export const keep = (hash: string, copy: Copy) => set(hash, copy, copies).catch(() => undefined);

const consent = 'keepsConfidential';
/** Whether this session may keep confidential complaints that were not opened. */
export const keepsConfidential = async () => (await get(consent)) === getToken();

/** Allows or ends that; ending removes all confidential complaints that are kept. */
export async function keepConfidential(may: boolean): Promise<void> {
  if (may) return set(consent, getToken());
  await del(consent);
  const isConfidential = ({ data }: Copy) => (data as { identity?: string } | null)?.identity === 'confidential';
  const kept = (await entries<Copy>(copies)).filter(([, copy]) => isConfidential(copy));
  await delMany(
    kept.map(([hash]) => hash),
    copies,
  );
}
