import { expect } from 'vitest';
import type { Person } from './people.ts';

/** Headers of a tus request by a person. */
export const headersOf = (who: Person, more: Record<string, string> = {}) => ({
  authorization: `Bearer ${who.token}`,
  'tus-resumable': '1.0.0',
  ...more,
});

const metadata = (name: string, type: string) => `filename ${btoa(name)},filetype ${btoa(type)}`;

/** Reads the bytes of a file. */
export async function bytesOf(given: File): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await given.arrayBuffer());
}

/** Uploads to the server at an address, as a tus client would. */
export function uploadsAt(base: () => string) {
  const ask = (method: string, path: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>) =>
    fetch(`${base()}/api${path}`, { method, headers, ...(body && { body }) });

  async function begin(who: Person, length: number, name = 'tap.png', type = 'image/png'): Promise<string> {
    const more = { 'upload-length': String(length), 'upload-metadata': metadata(name, type) };
    const answer = await ask('POST', '/upload', headersOf(who, more));
    expect(answer.status).toBe(201);
    const id = /^\/api\/upload\/(.+)$/u.exec(answer.headers.get('location') ?? '')?.[1];
    if (id === undefined) throw new Error('The answer names no address.');
    return id;
  }

  const send = (who: Person, id: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
    ask(
      'PATCH',
      `/upload/${id}`,
      headersOf(who, { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }),
      bytes,
    );

  async function upload(who: Person, given: File): Promise<string> {
    const bytes = await bytesOf(given);
    const id = await begin(who, bytes.length, given.name, given.type);
    expect((await send(who, id, 0, bytes)).status).toBe(204);
    return id;
  }

  return { ask, begin, send, upload };
}
