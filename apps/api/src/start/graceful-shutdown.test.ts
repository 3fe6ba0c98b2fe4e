import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { gracefulShutdown } from './graceful-shutdown.ts';

/** Starts an app. The default patience is longer than a test may take, so waiting it out fails the test. */
async function listening(patience = 600_000) {
  const app = Fastify({ return503OnClosing: false });
  app.get('/at-once', () => 'done');
  app.get('/soon', () => sleep(300, 'done'));
  app.get('/never', () => new Promise(() => {}));
  const close = gracefulShutdown(app, patience);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const began = once(app.server, 'request');
  return { url: `http://127.0.0.1:${port}`, port, began, close, server: app.server };
}

it('stopping the server closes an unused connection at once', async () => {
  const { port, server, close } = await listening();
  const arrived = once(server, 'connection');
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await arrived;
  const gone = once(socket, 'close');
  await close();
  await expect(gone).resolves.toBeDefined();
});

it('stopping the server waits for a request under way', async () => {
  const { url, began, close } = await listening();
  const answer = fetch(`${url}/soon`).then((response) => response.text());
  await began;
  await close();
  expect(await answer).toBe('done');
});

it('stopping the server cuts no request of clients that reuse their connection', { tags: ['full'] }, async () => {
  const { port, close } = await listening();
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const ask = () =>
    new Promise<string>((resolve) => {
      const sent = request({ port, host: '127.0.0.1', path: '/at-once', agent }, (answer) => {
        answer.resume().once('end', () => resolve(`${answer.statusCode} ${answer.headers.connection}`));
      });
      sent.once('error', ({ code }: NodeJS.ErrnoException) => resolve(`${code}`)).end();
    });
  const answers: string[] = [];
  const visit = async () => {
    while (!answers.includes('ECONNREFUSED') && answers.at(-1) !== 'ECONNRESET') answers.push(await ask());
  };
  const visits = Promise.all(Array.from({ length: 8 }, visit));
  await sleep(100);
  await close();
  await visits;
  agent.destroy();
  expect(new Set(answers)).toEqual(new Set(['200 keep-alive', '200 close', 'ECONNREFUSED']));
});

it('stopping the server cuts off a request that does not end', async () => {
  const { url, began, close } = await listening(200);
  const answer = fetch(`${url}/never`).catch((error: Error) => error.message);
  await began;
  await close();
  expect(await answer).toBe('fetch failed');
});
