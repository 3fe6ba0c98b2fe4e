import {
  type Call,
  createClient,
  download,
  type Downloaded,
  type Endpoint,
  fetchTransport,
  type InputOf,
  type ReplyOf,
  type TransportRequest,
  type TransportResponse,
} from '@baraza/contract';
import { i18n } from '@lingui/core';
import { queryOptions } from '@tanstack/react-query';
import { saveFile } from '../browser/save-file.ts';
import { isDesk } from '../this-app.ts';
import { reportContact } from './use-online.ts';
import { attendanceHeader } from './attendance.ts';
import { withPassword } from './reauthentication.ts';
import { endSession, getToken } from './token.ts';

/** The guest who opened one complaint with its receipt code. */
export interface Guest {
  readonly token: string;
  readonly pair: { readonly trackingId: string; readonly receiptCode: string };
}

let guest: Guest | null = null;

/** Makes all further calls as the guest of one complaint, until called with null. */
export function actAsGuest(next: Guest | null): void {
  guest = next;
}

/** The guest on whose behalf calls are made, if any. Their data is not kept on the device. */
export const getGuest = (): Guest | null => guest;

const session = {
  token: () => guest?.token ?? getToken(),
  onUnauthorized: () => guest ?? endSession('expired'),
};

const send = createClient({
  ...session,
  headers: () => ({ 'content-language': i18n.locale, ...(isDesk && attendanceHeader()) }),
  transport: reportingContact,
});

async function reportingContact(request: TransportRequest): Promise<TransportResponse> {
  try {
    const response = await fetchTransport(request);
    reportContact(true);
    return response;
  } catch (error) {
    if (!request.signal?.aborted) reportContact(false);
    throw error;
  }
}

/** Calls an endpoint: `await call(login, { body })`. Asks for the password where that is needed. Throws ApiError. */
export const call: Call = (endpoint, ...rest) => withPassword(() => send(endpoint, ...rest));

/** Reads the file that an endpoint returns. Throws ApiError. */
export function fetchFile<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Downloaded> {
  return withPassword(() => download(session, endpoint, input));
}

/** Saves the file that an endpoint returns. Throws ApiError. */
export async function downloadFile<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<void> {
  saveFile(await fetchFile(endpoint, input));
}

/** Builds the query options of a GET endpoint: `useQuery(endpointQuery(getComplaint, { params: { id } }))`. */
export function endpointQuery<E extends Endpoint>(endpoint: E, input?: InputOf<E>) {
  return queryOptions({
    queryKey: input === undefined ? [endpoint.path] : [endpoint.path, input],
    queryFn: ({ signal }): Promise<ReplyOf<E>> =>
      (call as (e: E, i: unknown, o: { signal: AbortSignal }) => Promise<ReplyOf<E>>)(endpoint, input, { signal }),
  });
}

/** Makes a random UUID, also where `crypto.randomUUID` is missing: on pages over plain http. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // Version 4 and the variant of RFC 9562.
  bytes[6] = (bytes[6]! % 16) + 0x40;
  bytes[8] = (bytes[8]! % 64) + 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}
