import type { AddressInfo } from 'node:net';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { causeText } from './root-cause.ts';

test('the cause of a mail server with a certificate of an unknown authority is named', async () => {
  const server = new SMTPServer({ secure: true });
  server.on('error', () => {});
  const listening = await new Promise<typeof server.server>((resolve) => {
    const own = server.listen(0, '127.0.0.1', () => resolve(own));
  });
  const { port } = listening.address() as AddressInfo;

  const failure = await createTransport(`smtps://127.0.0.1:${port}`)
    .verify()
    .catch((error: unknown) => error);

  expect(causeText(failure)).toMatch(/certificate/iu);
  server.close(() => {});
});

test('where several addresses were tried, the cause of the first is named', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:443'), { code: 'ECONNREFUSED' });
  const failure = new TypeError('fetch failed', { cause: new AggregateError([refused, new Error('other')]) });
  expect(causeText(failure)).toBe('ECONNREFUSED: connect ECONNREFUSED ::1:443');
});
