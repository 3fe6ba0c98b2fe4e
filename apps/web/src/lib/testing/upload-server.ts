interface Filed {
  readonly path: string;
  readonly uploads: readonly string[];
  /** Names of files sent in the form itself. */
  readonly files: readonly string[];
  /** Key of encrypted uploads. */
  readonly uploadKey: string | null;
  readonly token: string | undefined;
}

/** A server that stores uploads. `breaks` decides which requests are lost before, within or after arrival, or refused. */
export class UploadServer {
  readonly uploads = new Map<string, { bytes: number; length: number; pieces: Blob[] }>();
  readonly filed = new Map<string, Filed>();
  begun = 0;
  patched = 0;
  breaks: (method: string, path: string) => 'before' | 'after' | 'within' | number | undefined = () => undefined;
  idOf = (number: number): string => `u${number}`;

  readonly fetch = async (url: string, { method = 'GET', headers = {}, body }: RequestInit): Promise<Response> => {
    const broken = this.breaks(method, url);
    if (broken === 'before') throw new TypeError('network');
    if (typeof broken === 'number') return Response.json({ message: 'No.', code: 'NO' }, { status: broken });
    const answer = this.answer(
      method,
      url,
      headers as Record<string, string>,
      broken === 'within' ? (body as Blob).slice(0, 1_001) : body,
    );
    if (broken) throw new TypeError('network');
    return answer;
  };

  private answer(method: string, url: string, headers: Record<string, string>, body: unknown): Response {
    if (url === '/api/public/session') return Response.json({ token: 'guest-token', id: 'c1' });
    const id = url.split('/').at(-1)!;
    const upload = this.uploads.get(id);
    if (url === '/api/upload') {
      this.begun += 1;
      const next = this.idOf(this.begun);
      this.uploads.set(next, { bytes: 0, length: Number(headers['upload-length']), pieces: [] });
      return Response.json({ id: next }, { status: 201 });
    }
    if (url.startsWith('/api/upload/')) {
      if (!upload) return new Response(null, { status: 404 });
      if (method === 'PATCH') {
        if (Number(headers['upload-offset']) !== upload.bytes) return new Response(null, { status: 409 });
        this.patched += (body as Blob).size;
        upload.bytes += (body as Blob).size;
        upload.pieces.push(body as Blob);
      }
      return new Response(null, { status: 204, headers: { 'upload-offset': String(upload.bytes) } });
    }
    const key = headers['idempotency-key'] ?? '';
    const uploads = (body as FormData).getAll('uploads').map(String);
    const isWhole = (name: string) =>
      this.uploads.has(name) && this.uploads.get(name)!.bytes === this.uploads.get(name)!.length;
    if (!uploads.every(isWhole))
      return Response.json({ message: 'Gone.', code: 'VALIDATION', fields: { uploads: 'Gone.' } }, { status: 400 });
    const earlier = this.filed.get(key);
    if (earlier && earlier.uploads.join() !== uploads.join())
      return Response.json({ message: 'Other.', code: 'CONFLICT' }, { status: 409 });
    const uploadKey = (body as FormData).get('uploadKey') as string | null;
    const files = (body as FormData).getAll('files').map((file) => (file as File).name);
    this.filed.set(key, { path: url, uploads, files, uploadKey, token: headers['authorization'] });
    return Response.json({ id: 'c1', trackingId: 'SDP-26-7F3K92', receiptCode: '1234567812345678' }, { status: 201 });
  }
}
