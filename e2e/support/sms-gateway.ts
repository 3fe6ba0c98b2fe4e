import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';

/** A gateway that keeps the SMS which the portal hands it. */
export class SmsGateway {
  readonly #server: Server;
  readonly #messages: { to: string; text: string }[] = [];

  constructor() {
    this.#server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const form = new URLSearchParams(body);
        this.#messages.push({ to: form.get('to') ?? '', text: form.get('text') ?? '' });
        response.end('{}');
      });
    });
  }

  /** Starts it; returns the settings of a portal that uses it. */
  async start(): Promise<{ CHANNELS: string }> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/send`;
    const secret = 'a-secret-that-nobody-can-guess';
    return { CHANNELS: JSON.stringify([{ name: 'sms', preset: 'rapidpro', secret, country: 'NG', send: { url } }]) };
  }

  textsTo = (number: string) => this.#messages.filter(({ to }) => to === number).map(({ text }) => text);

  /** Waits for an SMS after the first `seen` ones; returns its code. */
  async codeFor(number: string, seen = 0): Promise<string> {
    const newest = () => this.textsTo(number).slice(seen).at(-1) ?? '';
    await expect.poll(newest, { message: `an SMS to ${number}`, timeout: 20_000 }).toMatch(/^\d{6} is your code/u);
    return newest().slice(0, 6);
  }

  stop = () => this.#server.close();
}
