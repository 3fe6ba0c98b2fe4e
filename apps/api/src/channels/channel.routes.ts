import { timingSafeEqual } from 'node:crypto';
import { segmentsOf } from '@baraza/contract/core/segments';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ChannelSettings } from '../config/channels.ts';
import { sha256 } from '../crypto/digest.ts';
import type { DeliveryState } from '../db/schema/tables.ts';
import { notFound } from '../http/errors.ts';
import { reportDelivery } from '../mail/delivery.store.ts';
import { recordWithNextWay } from '../mail/next-way.ts';
import type { Services } from '../services.ts';
import { adapters } from './adapters.ts';
import { fieldsOfForm, fieldsOfJson, type GatewayFields } from './gateway-fields.ts';
import { answerThread, receiveMessage } from './receive-message.ts';
import { largestWebhook, parseJson, proveAddress, takeWebhook } from './whatsapp/webhook.ts';

type FromGateway = FastifyRequest<{ Params: { name: string; secret: string } }>;

/** Takes messages from gateways. Their addresses are secrets, and are in no log. */
export function channelRoutes(app: FastifyInstance, services: Services): void {
  const { channels } = services.settings;
  if (channels.length === 0) return;
  // As bytes: some are signed, and forms may be in any charset.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    ['application/json', 'application/x-www-form-urlencoded'],
    { parseAs: 'buffer' },
    (_, body, done) => done(null, body),
  );
  const underWay = new Set<Promise<void>>();
  app.addHook('onClose', async () => void (await Promise.all(underWay)));
  /** Answers a dialogue once the gateway has its reply. A failed answer is tried again each minute. */
  const answerLater = (channel: ChannelSettings, numberHash: Buffer) => {
    const work = answerThread(services, channel, numberHash)
      .catch((error: unknown) =>
        services.log.error({ err: error }, 'A message could not be answered; it is tried again.'),
      )
      .finally(() => underWay.delete(work));
    underWay.add(work);
  };

  const findChannel = ({ params: { name, secret } }: FromGateway) => {
    const named = channels.find((channel) => channel.name === name);
    // An unknown name takes as long as a wrong secret.
    const isRight = timingSafeEqual(sha256(secret), sha256((named ?? channels[0])?.secret ?? ''));
    return isRight ? named : undefined;
  };
  const channelOf = (request: FastifyRequest) => {
    const channel = findChannel(request as FromGateway);
    if (!channel) throw notFound();
    return channel;
  };
  const onGateway = {
    config: { access: 'public' as const, otel: false, countsCaller: true },
    // Before the body, which anybody may send. All senders of a gateway share its address: each has a limit of its own.
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!findChannel(request as FromGateway)) await app.limitCaller(request, reply);
      channelOf(request);
    },
  };

  app.route({
    ...onGateway,
    method: ['GET', 'POST'],
    url: '/channel/:name/:secret',
    bodyLimit: largestWebhook,
    handler: async (request, reply) => {
      const channel = channelOf(request);
      const { kind, whatsapp } = channel;
      if (kind === 'whatsapp') {
        if (!whatsapp) throw notFound();
        if (request.method !== 'POST') return reply.type('text/plain').send(proveAddress(whatsapp, request));
        const waiting = await takeWebhook(services, { ...channel, whatsapp }, request);
        for (const numberHash of waiting) answerLater(channel, numberHash);
        return reply.send('');
      }
      const adapter = adapters[kind];
      const answer = await receiveMessage(services, channel, adapter.read(fieldsOf(request), channel));
      const text = adapter.write(answer, channel);
      // Kannel sends an answer in GSM-7, unless it says otherwise.
      if (segmentsOf(text).coding === 'UCS-2') void reply.header('x-kannel-coding', '2');
      return reply.type('text/plain; charset=utf-8').send(text);
    },
  });

  // Where RapidPro’s ‘External’ reports what became of a message, and one place for all other gateways.
  app.route({
    ...onGateway,
    method: ['GET', 'POST'],
    url: '/channel/:name/:secret/:report',
    handler: async (request, reply) => {
      const { name, whatsapp } = channelOf(request);
      // Nothing comes from Meta without a signature.
      if (whatsapp) throw notFound();
      const { report } = request.params as { report: string };
      const fields = fieldsOf(request);
      const why = report === 'delivery' ? fields.value('status') : report;
      const state = reportedStates[why.toLowerCase()];
      const id = fields.value('id', 'uuid');
      if (state && id)
        await recordWithNextWay(services, (tx) =>
          reportDelivery(tx, services.keys, name, { id, state, why, at: services.clock.now() }),
        );
      return reply.type('text/plain; charset=utf-8').send('');
    },
  });
}

/** Statuses of RapidPro, Africa’s Talking, and by number Kannel; others change nothing. */
const reportedStates: Partial<Record<string, DeliveryState>> = {
  ...Object.fromEntries(['sent', 'submitted', 'buffered', '4', '8'].map((status) => [status, 'sent'])),
  ...Object.fromEntries(['delivered', 'success', '1'].map((status) => [status, 'delivered'])),
  ...Object.fromEntries(
    ['failed', 'rejected', 'expired', 'absentsubscriber', '2', '16'].map((status) => [status, 'failed']),
  ),
};

function fieldsOf({ url, body, headers }: FastifyRequest): GatewayFields {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  if (!Buffer.isBuffer(body)) return fieldsOfForm(query);
  if (!headers['content-type']?.startsWith('application/json')) return fieldsOfForm(query, body.toString('latin1'));
  const json = parseJson(body);
  return typeof json === 'object' && json !== null ? fieldsOfJson(json) : fieldsOfForm(query);
}
