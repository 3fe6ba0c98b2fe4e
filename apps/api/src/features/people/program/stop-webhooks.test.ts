import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createScene } from '../../../../test/support/complaints.ts';
import { createWebhook } from '../../../../test/support/programs.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { program, webhookDelivery } from '../../../db/schema/tables.ts';
import { sendWebhooks, type Sending } from './send-webhooks.ts';

const api = sharedTestApp();

test('a server that stops leaves a target that hangs at once, and the next one tries again at once', async () => {
  const [{ db, settings }, { mdaId }] = [api.services, await createScene(api)];
  const { id, deliveryId } = await createWebhook(api, mdaId);
  const asked: (() => void)[] = [];
  const server = createServer((_, reply) => {
    const hang = asked.shift() ?? (() => reply.writeHead(204).end());
    hang();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const confirmed = { url, confirmedBy: (await api.staff('administrator')).id, nextPlace: 1e9 };
  await db.update(program).set(confirmed).where(eq(program.accountId, id));
  const services = { ...api.services, settings: { ...settings, webhookNetworks: ['127.0.0.1'] } };
  const row = async () => (await db.select().from(webhookDelivery).where(eq(webhookDelivery.id, deliveryId)))[0];
  const begin = async (signal?: AbortSignal) => {
    const sending: Sending = { underWay: new Map(), again: new Set() };
    await sendWebhooks(services, sending, signal);
    return Promise.all(sending.underWay.values());
  };

  const stopping = new AbortController();
  const hangs = new Promise<void>((resolve) => asked.push(resolve));
  const ended = begin(stopping.signal);
  await hangs;
  const at = performance.now();
  stopping.abort();
  await ended;

  expect(performance.now() - at).toBeLessThan(5_000);
  expect(await row()).toMatchObject({ attempts: 0, outcome: null, deliveredAt: null });
  expect((await db.select().from(program).where(eq(program.accountId, id)))[0]).toMatchObject({ failingSince: null });
  await begin();
  expect(await row()).toMatchObject({ attempts: 1, outcome: '204', deliveredAt: expect.any(Date) });
});
