import { createClient, fetchTransport, type Transport } from '@baraza/contract/core/client';
import type { Endpoint, InputOf, ReplyOf } from '@baraza/contract/core/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { endSession, getToken } from './token.ts';

/** fetch cannot tell how much has been sent; XMLHttpRequest can. */
const progressTransport: Transport = (request) =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.url);
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (event) => request.onProgress?.(event.loaded, event.total);
    xhr.onload = () =>
      resolve({ status: xhr.status, header: (name) => xhr.getResponseHeader(name), text: xhr.responseText });
    xhr.onerror = () => reject(new TypeError('network'));
    xhr.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    request.signal?.addEventListener('abort', () => xhr.abort());
    if (request.signal?.aborted) xhr.abort();
    else xhr.send(request.body);
  });

/** Makes a call of the contract: `await call(login, { body })`. Throws ApiError. */
export const call = createClient({
  token: getToken,
  onUnauthorized: () => endSession('expired'),
  transport: (request) => (request.onProgress ? progressTransport(request) : fetchTransport(request)),
});

/** The options of a query over a GET of the contract: `useQuery(endpointQuery(getComplaint, { params: { id } }))`. */
export function endpointQuery<E extends Endpoint>(endpoint: E, input?: InputOf<E>) {
  return queryOptions({
    queryKey: input === undefined ? [endpoint.path] : [endpoint.path, input],
    queryFn: ({ signal }): Promise<ReplyOf<E>> =>
      (call as (e: E, i: unknown, o: { signal: AbortSignal }) => Promise<ReplyOf<E>>)(endpoint, input, { signal }),
  });
}

/** The header by which the server knows a repeated submit: make one for each filled form, keep it for retries. */
export function idempotencyHeader(key: string): Record<string, string> {
  return { 'idempotency-key': key };
}

/** A random key; also where the page is not a secure context and lacks `crypto.randomUUID`. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
