import type { ChannelSettings } from '../../config/channels.ts';

/** A number of the WhatsApp Cloud API. */
export type WhatsApp = NonNullable<ChannelSettings['whatsapp']>;

/** Meta refused a call, or is away. What it says is not kept, since it may repeat number and words. */
class GraphError extends Error {
  readonly code = 'EWHATSAPP';
  readonly responseCode: number | undefined;
  constructor(responseCode?: number) {
    super('WhatsApp did not take a call.');
    this.responseCode = responseCode;
  }
}

/** Calls the Graph API, by POST with a body; returns the answer. @throws GraphError with the code of Meta, else of HTTP */
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
  throw new GraphError(typeof error?.code === 'number' ? error.code : response?.status);
}
