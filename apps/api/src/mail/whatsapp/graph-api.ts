import type { ChannelSettings } from '../../config/channels.ts';
import { GatewayError } from '../gateway-error.ts';

/** A number of the WhatsApp Cloud API. */
export type WhatsApp = NonNullable<ChannelSettings['whatsapp']>;

/** Calls the Graph API, by POST with a body; returns the answer. @throws GatewayError with the code of Meta, else of HTTP */
export async function callGraph(
  { graphUrl, accessToken, seconds }: WhatsApp,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${graphUrl}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(seconds * 1_000),
  }).catch(() => undefined);
  const answer: unknown = await response?.json().catch(() => undefined);
  if (response?.ok && answer !== undefined) return answer;
  const { error } = Object(answer) as { error?: { code?: unknown } };
  throw new GatewayError('EWHATSAPP', typeof error?.code === 'number' ? error.code : response?.status);
}
