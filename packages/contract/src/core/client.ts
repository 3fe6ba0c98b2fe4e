import { ApiError } from './error.ts';
import type { Endpoint, InputOf, ReplyOf } from './endpoint.ts';
import { message } from './message.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  readonly onReply?: (header: TransportResponse['header']) => void;
}

export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | FormData | Blob | undefined;
  readonly signal: AbortSignal | undefined;
}
export interface TransportResponse {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly text: string;
}
/** Carries one request. Rejects only when no answer came. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

export interface ClientOptions {
  /** The API root, `/api` unless named. */
  readonly baseUrl?: string;
  readonly token: () => string | null;
  readonly headers?: () => Readonly<Record<string, string>>;
  /** Called once for each 401 of a call with the token in use. */
  readonly onUnauthorized?: (error: ApiError) => void;
  readonly transport?: Transport;
}

export type Call = <E extends Endpoint>(endpoint: E, ...rest: CallArguments<E>) => Promise<ReplyOf<E>>;
type CallArguments<E extends Endpoint> =
  object extends InputOf<E> ? [input?: InputOf<E>, options?: CallOptions] : [input: InputOf<E>, options?: CallOptions];

export interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: Record<string, unknown>;
  files?: Record<string, Blob | readonly Blob[] | undefined>;
  uploads?: readonly string[];
  uploadKey?: string | undefined;
  bytes?: Blob;
}

/** A typed client that speaks any endpoint of the contract. Throws ApiError. */
export function createClient(options: ClientOptions): Call {
  const transport = options.transport ?? fetchTransport;
  return async (endpoint, ...rest) => {
    const [input = {}, call = {}] = rest as [LooseInput?, CallOptions?];
    const token = endpoint.access === 'public' ? null : options.token();
    const response = await send(transport, {
      method: endpoint.method,
      url: (options.baseUrl ?? '/api') + urlOf(endpoint, input),
      headers: {
        accept: 'application/json',
        ...(endpoint.body && !input.form ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...options.headers?.(),
        ...call.headers,
      },
      body: bodyOf(endpoint, input),
      signal: call.signal,
    });
    if (response.status >= 200 && response.status < 300) {
      call.onReply?.(response.header);
      return read(response) as ReplyOf<typeof endpoint>;
    }
    const error = errorOf(response);
    if (error.status === 401 && token && token === options.token()) options.onUnauthorized?.(error);
    throw error;
  };
}

async function send(transport: Transport, request: TransportRequest): Promise<TransportResponse> {
  try {
    return await transport(request);
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    return failOffline();
  }
}

function read(response: TransportResponse): unknown {
  if (response.text === '') return undefined;
  try {
    return JSON.parse(response.text);
  } catch {
    // The sign-in page of a guest network, say, that answers in our place.
    throw new ApiError(response.status, { message: message.unavailable, code: 'UNAVAILABLE' });
  }
}

/** Returns the error that a response without success describes. */
export function errorOf(response: TransportResponse): ApiError {
  const retryAfter = Number(response.header('retry-after')) || undefined;
  try {
    const body = JSON.parse(response.text) as { message?: unknown; code?: unknown };
    if (typeof body.message === 'string') {
      return new ApiError(response.status, { code: 'UNKNOWN', ...body } as never, retryAfter);
    }
  } catch {
    // A proxy answered with something that is not ours.
  }
  // A proxy that takes less than we do: to try the same again would never help.
  if (response.status === 413)
    return new ApiError(413, { message: message.payloadTooLarge, code: 'PAYLOAD_TOO_LARGE' });
  return new ApiError(response.status, { message: message.unavailable, code: 'UNAVAILABLE' }, retryAfter);
}

/** The address of a call below the API root, its query included. */
export function urlOf(endpoint: Endpoint, input: LooseInput): string {
  const path = endpoint.path.replace(/\{(\w+)\}/gu, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const search = query.toString();
  return search ? `${path}?${search}` : path;
}

function bodyOf(endpoint: Endpoint, input: LooseInput): TransportRequest['body'] {
  if (endpoint.body && !input.form) return JSON.stringify(input.body);
  if (!endpoint.form) return input.bytes;
  const form = new FormData();
  // Fields go first, so that the server can refuse before it reads the files.
  for (const [name, value] of Object.entries(input.form ?? {})) {
    if (value !== undefined && value !== null) form.append(name, String(value));
  }
  for (const [name, value] of Object.entries(input.files ?? {})) {
    for (const file of value instanceof Blob ? [value] : (value ?? [])) form.append(name, file);
  }
  for (const id of input.uploads ?? []) form.append('uploads', id);
  if (input.uploadKey !== undefined) form.append('uploadKey', input.uploadKey);
  return form;
}

/** Carries a request by fetch. */
export const fetchTransport: Transport = async ({ method, url, headers, body, signal }) => {
  const response = await fetch(url, { method, headers, body: body ?? null, signal: signal ?? null, cache: 'no-store' });
  return { status: response.status, header: (name) => response.headers.get(name), text: await response.text() };
};

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
  const response = await fetch(url, { method: endpoint.method, headers, cache: 'no-store' }).catch(failOffline);
  if (response.status === 202) throw new ApiError(202, { message: message.notThereYet, code: 'UNAVAILABLE' });
  if (response.ok) {
    const disposition = response.headers.get('content-disposition') ?? '';
    // A line that breaks off rejects here: half a file is never handed out.
    const blob = await response.blob().catch(failOffline);
    return { fileName: /filename="([^"]+)"/u.exec(disposition)?.[1] ?? 'download', blob };
  }
  const text = await response.text().catch(() => '');
  const error = errorOf({ status: response.status, header: (name) => response.headers.get(name), text });
  if (error.status === 401 && token && token === options.token()) options.onUnauthorized?.(error);
  throw error;
}

function failOffline(): never {
  throw new ApiError(0, { message: message.offline, code: 'OFFLINE' });
}
