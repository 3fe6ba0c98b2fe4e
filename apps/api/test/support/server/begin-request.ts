import { request as ask, type OutgoingHttpHeaders } from 'node:http';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: OutgoingHttpHeaders;
  readonly payload?: Buffer | undefined;
}

/** Sends a request to a listening server; of an event stream, which has no end, it reads only the head. */
export async function beginRequest(
  port: number,
  { method, url, headers, payload }: Sent,
): Promise<{ statusCode: number; body: string }> {
  return new Promise((resolve, reject) => {
    // Encoded as every client does: Node refuses addresses with unescaped characters.
    const { pathname, search } = new URL(url.toWellFormed(), 'http://portal.example');
    const sent = ask(
      { host: '127.0.0.1', port, method, path: `${pathname}${search}`, headers, agent: false },
      (response) => {
        const { statusCode = 0 } = response;
        let body = '';
        response.setEncoding('utf8').on('error', reject);
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          sent.destroy();
          resolve({ statusCode, body });
          return;
        }
        response.on('data', (chunk: string) => (body += chunk)).on('end', () => resolve({ statusCode, body }));
      },
    );
    sent.on('error', reject);
    sent.end(payload);
  });
}
