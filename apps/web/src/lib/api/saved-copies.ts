import { getToken } from '@baraza/app';
import { ApiError, message } from '@baraza/contract';
import type { Query } from '@tanstack/react-query';
import { createStore, get, set } from 'idb-keyval';

/** Where copies of answers lie, for the time without a network. */
export const copies = createStore('copies', 'copies');

interface Copy {
  /** The session that read it: nobody else is shown it. */
  readonly token: string | null;
  readonly at: number;
  readonly data: unknown;
}

/** How long the server is waited for before a copy is shown, in milliseconds. */
const patience = 4000;

const unanswered = () => new ApiError(0, { message: message.offline, code: 'OFFLINE' });
const isUnanswered = (error: unknown) => error instanceof ApiError && error.status === 0;

/** Keeps what the server answers to this session. Gives that copy where there is no answer. */
export async function keepOrRestore(asked: Promise<unknown>, query: Query, token: string | null): Promise<unknown> {
  const answer = asked.then((data) => {
    if (getToken() === token) void keep(query.queryHash, { token, at: Date.now(), data });
    return data;
  });
  if (query.state.data !== undefined) return answer;
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(unanswered()), patience));
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    const copy = isUnanswered(error) ? await get<Copy>(query.queryHash, copies).catch(() => undefined) : undefined;
    if (!copy || copy.token !== token) return answer;
    // Once the copy is in its place: it is old, and asked for again when the connection is back.
    setTimeout(() => {
      query.setState({ dataUpdatedAt: copy.at, isInvalidated: true, status: 'error', error: error as Error });
      answer.then(
        (data) => getToken() === token && query.setData(data),
        () => undefined,
      );
    });
    return copy.data;
  }
}

/** Without room or a database the screen needs a network. */
const keep = (hash: string, copy: Copy) => set(hash, copy, copies).catch(() => undefined);
