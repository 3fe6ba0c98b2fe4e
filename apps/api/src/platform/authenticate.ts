import type { Endpoint } from '@baraza/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';
import { forbidden, unauthenticated } from './errors.ts';
import type { Services } from './services.ts';
import { findCaller } from './session.store.ts';

const bearer = /^Bearer +([\w-]{20,100})$/i;

/** The token of a request, or undefined when it has none, or one of no known form. */
function tokenOf(request: FastifyRequest): string | undefined {
  return bearer.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * Who makes this request. For a public endpoint a dead token counts as none.
 * @throws AppError 401 without a living session, 403 when the role may not make this call.
 */
export async function authenticate(
  request: FastifyRequest,
  services: Services,
  access: Endpoint['access'],
): Promise<Caller | undefined> {
  const token = tokenOf(request);
  const unattended = request.headers['x-unattended'] !== undefined;
  const at = { now: services.clock.now(), lives: services.settings.sessions, unattended };
  request.callerAt = at.now;
  const caller = token === undefined ? undefined : await findCaller(services.db, token, at);
  if (access === 'public') return caller;
  if (caller === undefined) throw unauthenticated();
  if (!access.includes(caller.role)) {
    // Known even so: the audit trail tells who was refused.
    request.caller = caller;
    throw forbidden();
  }
  return caller;
}

/** How long what is known of a caller holds, in milliseconds. */
const holds = 500;

/**
 * The same once the whole request is there. A body may take minutes on its way, and a file to be looked at: whoever was signed
 * out, disabled or moved meanwhile is no longer the caller.
 */
export async function authenticateAnew(
  request: FastifyRequest,
  services: Services,
  access: Endpoint['access'],
): Promise<Caller | undefined> {
  const { caller, callerAt } = request;
  // Either way: a clock may have been set back.
  if (!caller || !callerAt || Math.abs(services.clock.now().getTime() - callerAt.getTime()) < holds) return caller;
  request.caller = await authenticate(request, services, access);
  return request.caller;
}
