import { request as ask, type OutgoingHttpHeaders } from 'node:http';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: OutgoingHttpHeaders;
  readonly payload?: Buffer | undefined;
}

/** Sends a request to a listening server; of an answer that has no end, a line of live events, it reads the head alone. */
export async function beginRequest(
  port: number,
  { method, url, headers, payload }: Sent,
): Promise<{ statusCode: number; body: string }> {
  return new Promise((resolve, reject) => {
    // As every client does: Node sends no address with letters that have to be written otherwise.
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
