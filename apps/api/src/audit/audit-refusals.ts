import { Id } from '@baraza/contract/core/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordAuditEventAlone } from './audit.ts';
import { wasAskedForPassword } from '../auth/password/reauthentication.ts';
import { networkOf } from '../http/network.ts';
import type { Services } from '../services.ts';

/** Whoever is slowed down is told so again and again: one entry a minute will do. */
const quiet = 60_000;
const mostRemembered = 10_000;

/**
 * Records what people who are signed in were refused: what their role may not do (403), and what is not theirs (404). Of
 * what was too much (429), once a minute for each of them, or for each network of those who are not signed in.
 */
export function recordRefusals(app: FastifyInstance, services: Services): void {
  const slowed = new Map<string, number>();
  // Before the answer leaves, so that no refusal goes unrecorded; none is lost because the trail cannot be written.
  app.addHook('onSend', async (request, reply) => {
    const { statusCode } = reply;
    const isDenied =
      (statusCode === 403 || statusCode === 404) && request.caller !== undefined && !wasAskedForPassword(request);
    const isThrottled = statusCode === 429 && isUpdate(slowed, request, services);
    if (!isDenied && !isThrottled) return;
    await recordRefusal(services, request, statusCode, objectOf(request));
  });
}

/** One refusal: of a whole request, or of one of the many things that it asked for. */
export async function recordRefusal(
  services: Services,
  request: FastifyRequest,
  status: number,
  object: { readonly kind: string; readonly id: string } | undefined,
): Promise<void> {
  const action = status === 429 ? 'access.throttled' : 'access.denied';
  const detail = { method: request.method, route: request.routeOptions.url ?? null, status };
  try {
    await recordAuditEventAlone(services.db, services, request, { action, outcome: 'refused', object, detail });
  } catch (error) {
    request.log.error({ err: error, outcome: 'not recorded' }, 'The audit trail could not be written.');
  }
}

function isUpdate(slowed: Map<string, number>, request: FastifyRequest, { clock }: Services): boolean {
  const key = `${request.caller?.accountId ?? networkOf(request)} ${request.routeOptions.url}`;
  const now = clock.now().getTime();
  if (now < (slowed.get(key) ?? 0)) return false;
  if (slowed.size >= mostRemembered) slowed.clear();
  slowed.set(key, now + quiet);
  return true;
}

/** What was asked for: the noun and the id of the route. What is no id is left out, whatever it is. */
function objectOf({ routeOptions, params }: FastifyRequest): { kind: string; id: string } | undefined {
  const kind = routeOptions.url?.split('/').find((part) => part !== '' && part !== 'api' && part !== 'desk');
  const id = Id.safeParse((params as { id?: unknown } | undefined)?.id);
  return kind !== undefined && id.success ? { kind, id: id.data } : undefined;
}
