import { Id } from '@baraza/contract/core/fields';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordAuditEventAlone } from './audit.ts';
import { wasAskedForPassword } from '../auth/password/reauthentication.ts';
import type { Services } from '../services.ts';

/** Milliseconds between entries about the same throttled caller. */
const quiet = 60_000;
const mostRemembered = 10_000;

/** Records refused calls (403, 404) of signed-in people. Throttling (429) is recorded once a minute for each caller or network. */
export function recordRefusals(app: FastifyInstance, services: Services): void {
  const slowed = new Map<string, number>();
  // Before the response is sent, so that no refusal goes unrecorded.
  app.addHook('onSend', async (request, reply) => {
    const { statusCode } = reply;
    const isDenied =
      (statusCode === 403 || statusCode === 404) && request.caller !== undefined && !wasAskedForPassword(request);
    const isThrottled = statusCode === 429 && isUpdate(slowed, request, services);
    if (!isDenied && !isThrottled) return;
    await recordRefusal(services, request, statusCode, objectOf(request));
  });
}

/** Records one refusal, of a request or of one item of it. A request does not fail if the trail cannot be written. */
async function recordRefusal(
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
  const key = `${request.caller?.accountId ?? request.networkKey} ${request.routeOptions.url}`;
  const now = clock.now().getTime();
  if (now < (slowed.get(key) ?? 0)) return false;
  if (slowed.size >= mostRemembered) slowed.clear();
  slowed.set(key, now + quiet);
  return true;
}

function objectOf({ routeOptions, params }: FastifyRequest): { kind: string; id: string } | undefined {
  const kind = routeOptions.url?.split('/').find((part) => part !== '' && part !== 'api' && part !== 'desk');
  const id = Id.safeParse((params as { id?: unknown } | undefined)?.id);
  return kind !== undefined && id.success ? { kind, id: id.data } : undefined;
}
