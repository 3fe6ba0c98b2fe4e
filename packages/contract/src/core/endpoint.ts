import type * as z from 'zod/mini';
import type { ErrorCode } from './error.ts';
import type { ProgramScope, Role } from './role.ts';

/** Limits of one multipart part. Bytes are counted while they stream. */
export interface FileRule {
  readonly kind: 'photo' | 'media' | 'audio' | 'voice';
  readonly maxBytes: number;
  readonly maxCount: number;
}

type ObjectSchema = z.ZodMiniObject<z.core.$ZodLooseShape>;

/** One call of the API: its route, access, input and reply. */
export interface Endpoint {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api, with OpenAPI parameters: `/complaint/{id}`. */
  readonly path: string;
  readonly summary: string;
  /** `public`, or the roles that may call it. A role never widens what a query returns: stores look for what owner and MDA may see. */
  readonly access: 'public' | readonly Role[];
  /** Also for a guest: who opened one complaint with its receipt code. */
  readonly guest?: true;
  /** Also for programs whose token has this scope; no other call is. */
  readonly scope?: ProgramScope;
  /** A read replica may answer: the answer may be some seconds old, and nothing guards it. */
  readonly mayLag?: true;
  /** Staff may call it before they set up the MFA that their installation requires. */
  readonly allowWithoutMfa?: true;
  /** The caller must have typed the password within the last minutes, see `reauthMinutes`. */
  readonly reauthRequired?: true;
  readonly params?: ObjectSchema;
  readonly query?: ObjectSchema;
  readonly body?: ObjectSchema;
  /** The fields of a multipart body, `files` its file parts. With `body` as well, the call takes either. */
  readonly form?: ObjectSchema;
  readonly files?: Readonly<Record<string, FileRule>>;
  /** In place of `form` where a file of this part is sent; gives the same type. */
  readonly formWith?: Readonly<Record<string, ObjectSchema>>;
  /** Other spellings of field and file names, translated before validation. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Finished uploads may be named in the form in place of file parts: `uploads`, an id, repeated, and `uploadKey`. */
  readonly uploads?: true;
  readonly bytes?: true;
  readonly headers?: ObjectSchema;
  /** How a POST answers its repeat with an `Idempotency-Key`: it reads anew, or (`secret`) is refused. One of 201 keeps its reply for a day. */
  readonly repeat?: 'read' | 'secret';
  /** `undefined`: the answer has no body. */
  readonly reply: z.ZodMiniType | undefined;
  /** Status of a success: by default 200, or 204 without a body. */
  readonly status?: 201;
  /** Codes beyond those of `params` (not found), `files` (too large, refused) and every endpoint. */
  readonly errors?: readonly ErrorCode[];
  /** The reply is a stream of server-sent events, each `data:` one JSON value of `reply`. */
  readonly stream?: true;
  /** The answer is a file of this type, to be saved; `reply` is undefined. With `format` in the query also JSON Lines. */
  readonly download?: 'text/csv' | 'text/plain' | 'application/zip';
  /** The file may not be there yet: 202, to be asked for again. */
  readonly mayWait?: true;
}

type Out<S> = S extends z.ZodMiniType ? z.output<S> : Record<never, never>;
type In<S> = S extends z.ZodMiniType ? z.input<S> : Record<never, never>;

/** Input of a handler. */
export type ParamsOf<E extends Endpoint> = Out<E['params']>;
export type QueryOf<E extends Endpoint> = Out<E['query']>;
export type BodyOf<E extends Endpoint> = E['body'] extends ObjectSchema ? Out<E['body']> : Out<E['form']>;
export type HeadersOf<E extends Endpoint> = Out<E['headers']>;
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodMiniType ? z.output<E['reply']> : undefined;

/** Input of a caller: one object for each part, absent where the endpoint has none. */
export type InputOf<E extends Endpoint> = (E['params'] extends ObjectSchema ? { params: In<E['params']> } : unknown) &
  (E['query'] extends ObjectSchema ? { query?: In<E['query']> } : unknown) &
  (E['bytes'] extends true ? { bytes: Blob } : unknown) &
  (E['body'] extends ObjectSchema ? { body: In<E['body']> } | FormInputOf<E> : FormInputOf<E>);

/** Without a form: anything where there is no body either, and nothing beside one. */
type FormInputOf<E extends Endpoint> = E['form'] extends ObjectSchema
  ? { form: In<E['form']> } & (E['files'] extends object
      ? {
          files?: { [K in keyof E['files']]?: Blob | readonly Blob[] };
          uploads?: readonly string[];
          uploadKey?: string | undefined;
        }
      : unknown)
  : E['body'] extends ObjectSchema
    ? never
    : unknown;

/** Returns the HTTP status of a success. */
export function successStatus({ status, reply, download }: Endpoint): 200 | 201 | 204 {
  return status ?? (reply || download ? 200 : 204);
}

/** Whether a repeated call with its `Idempotency-Key` happens once. Calls that declare headers read the key themselves. */
export function isKeyed({ method, access, status, repeat, headers }: Endpoint): boolean {
  return method === 'POST' && access !== 'public' && !headers && (status === 201 || repeat !== undefined);
}

type Declaration = Omit<Endpoint, 'method' | 'path'> & {
  /** Method and path, as in `GET /complaint/{id}`. */
  readonly route: `${Endpoint['method']} /${string}`;
};

/** Declares a call. Free of side effects, so that a bundler drops the calls an app does not make. */
// @__NO_SIDE_EFFECTS__
export function endpoint<const D extends Declaration>({ route, ...call }: D) {
  const [method, path] = route.split(' ') as [Endpoint['method'], string];
  return { ...call, method, path };
}
