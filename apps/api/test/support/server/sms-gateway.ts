import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An SMS as it arrived at the gateway. */
export interface Sms {
  readonly to: string;
  readonly text: string;
}

/** Starts a gateway that takes SMS over HTTP, as any of the generic channel. */
export async function startSmsGateway() {
  const messages: Sms[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const form = new URLSearchParams(body);
      if (status === 200) messages.push({ to: form.get('to') ?? '', text: form.get('text') ?? '' });
      response.writeHead(status).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
  const channel = {
    name: 'sms',
    preset: 'rapidpro',
    secret: 'a-secret-that-nobody-can-guess',
    country: 'NG',
    send: { url },
  };
  return {
    messages,
    /** The setting that names this gateway. */
    environment: { CHANNELS: JSON.stringify([channel]) },
    answerWith: (next: number) => void (status = next),
    /** The code of the newest SMS to a number. */
    codeFor: (number: string) => /\b\d{6}\b/u.exec(messages.findLast(({ to }) => to === number)?.text ?? '')?.[0] ?? '',
    close: () => server.close(),
  };
}
