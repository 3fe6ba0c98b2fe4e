import { type ClientOptions, errorOf, urlOf } from './client.ts';
import type { Endpoint, InputOf } from './endpoint.ts';
import { ApiError } from './error.ts';
import { message } from './message.ts';

/** A file that the server made, to be saved under its name. */
export interface Downloaded {
  readonly fileName: string;
  readonly blob: Blob;
}

/** Fetches the file of an endpoint with `download`. Throws ApiError. */
export async function download<E extends Endpoint>(
  options: Omit<ClientOptions, 'transport'>,
  endpoint: E,
  input: InputOf<E>,
): Promise<Downloaded> {
  const token = options.token();
  const url = (options.baseUrl ?? '/api') + urlOf(endpoint, input as object);
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(url, { method: endpoint.method, headers, cache: 'no-store' }).catch(offline);
  if (response.ok) {
    const disposition = response.headers.get('content-disposition') ?? '';
    // A line that breaks off rejects here: half a file is never handed out.
    const blob = await response.blob().catch(offline);
    return { fileName: /filename="([^"]+)"/u.exec(disposition)?.[1] ?? 'download', blob };
  }
  const text = await response.text().catch(() => '');
  const error = errorOf({ status: response.status, header: (name) => response.headers.get(name), text });
  if (error.status === 401 && token && token === options.token()) options.onUnauthorized?.(error);
  throw error;
}

function offline(): never {
  throw new ApiError(0, { message: message.offline, code: 'OFFLINE' });
}
