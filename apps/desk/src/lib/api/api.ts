import { type Call, createClient } from '@baraza/contract/core/client';
import type { Endpoint, InputOf, ReplyOf } from '@baraza/contract/core/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { attendanceHeader } from './attendance.ts';
import { withPassword } from './reauthentication.ts';
import { endSession, getToken } from './token.ts';

const ask = createClient({
  token: getToken,
  headers: attendanceHeader,
  onUnauthorized: () => endSession('expired'),
});

/**
 * Calls an endpoint of the contract: `await call(login, { body })`. Asks for the password where that is needed. Throws
 * ApiError.
 */
export const call: Call = (endpoint, ...rest) => withPassword(() => ask(endpoint, ...rest));

/** Builds the query options of a GET endpoint: `useQuery(endpointQuery(getDeskComplaint, { params: { id } }))`. */
export function endpointQuery<E extends Endpoint>(endpoint: E, input?: InputOf<E>) {
  return queryOptions({
    queryKey: input === undefined ? [endpoint.path] : [endpoint.path, input],
    queryFn: ({ signal }): Promise<ReplyOf<E>> =>
      (call as (e: E, i: unknown, o: { signal: AbortSignal }) => Promise<ReplyOf<E>>)(endpoint, input, { signal }),
  });
}
