import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ChannelSettings } from '../../config/channels.ts';
import { sha256 } from '../../crypto/digest.ts';
import { forbidden, malformed } from '../../http/errors.ts';
import { reportDelivery } from '../../mail/delivery.store.ts';
import { recordWithNextWay } from '../../mail/next-way.ts';
import type { WhatsApp } from '../../mail/whatsapp/graph-api.ts';
import type { Services } from '../../services.ts';
import { keepMessages } from '../receive-message.ts';
import { readWebhook } from './read-webhook.ts';

/** Largest body that Meta sends, in bytes. */
export const largestWebhook = 3 * 1024 * 1024;

/** Returns the challenge by which Meta checks an address. @throws AppError 403 for another token */
export function proveAddress({ verifyToken }: WhatsApp, { query }: FastifyRequest): string {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query as Record<string, unknown>;
  const isRight = timingSafeEqual(sha256(String(token)), sha256(verifyToken));
  if (mode !== 'subscribe' || !isRight || typeof challenge !== 'string') throw forbidden();
  return challenge.slice(0, 200);
}

/** Keeps what Meta sends; returns the hashed numbers that wait for an answer. @throws AppError 403 without its signature */
export async function takeWebhook(
  services: Services,
  channel: ChannelSettings & { readonly whatsapp: WhatsApp },
  { headers, body }: FastifyRequest,
): Promise<Buffer[]> {
  const { keys, clock } = services;
  const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const wanted = createHmac('sha256', channel.whatsapp.appSecret).update(raw).digest('hex');
  const given = String(headers['x-hub-signature-256'] ?? '');
  if (!timingSafeEqual(sha256(given), sha256(`sha256=${wanted}`))) throw forbidden();
  const { messages, reports } = readWebhook(parseJson(raw), channel.whatsapp.phoneNumberId);
  for (const report of reports)
    await recordWithNextWay(services, (tx) => reportDelivery(tx, keys, channel.name, { ...report, at: clock.now() }));
  return keepMessages(services, channel, messages);
}

/** Reads JSON. @throws AppError 400 */
export function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch {
    throw malformed('This is no JSON.');
  }
}
