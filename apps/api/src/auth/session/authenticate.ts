import type { Endpoint } from '@baraza/contract/core/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';
import { staffMessage } from '@baraza/contract/core/message';
import { token as refusal } from '@baraza/contract/core/program-message';
import { findProgramCaller, whyRefused } from '../program/program.store.ts';
import { AppError, forbidden, unauthenticated } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { type BearerCredentials, findCaller } from './session.store.ts';

const tokenForm = /^[\w-]{20,100}$/;
const sentToken = ({ headers }: FastifyRequest) => /^Bearer +(.*)/is.exec(headers.authorization ?? '')?.[1] ?? '';

function credentialsOf(request: FastifyRequest, { clock, settings }: Services): BearerCredentials | undefined {
  const token = sentToken(request);
  if (!tokenForm.test(token)) return undefined;
  return { token, now: clock.now(), lives: settings.sessions, background: isBackground(request) };
}

/** Whether the app marks a request as an automatic refresh. */
export const isBackground = (request: FastifyRequest) => request.headers['x-background'] !== undefined;

/** Whether a request carries the token of a program, whole or not. No browser sends one by itself. */
export const isOfProgram = (request: FastifyRequest) => sentToken(request).startsWith('brz_');

type Access = Pick<Endpoint, 'access' | 'reauthRequired' | 'guest' | 'scope' | 'method' | 'path'>;

/** Finds the caller of a request. For a public endpoint a dead token counts as none. @throws AppError 401 or 403. */
export async function authenticate(
  request: FastifyRequest,
  services: Services,
  { access, reauthRequired, guest, scope, method, path }: Access,
): Promise<Caller | undefined> {
  // A complaint without an account has no caller, even from a signed-in browser.
  const credentials = path.startsWith('/public/') ? undefined : credentialsOf(request, services);
  request.callerAt = credentials?.now ?? services.clock.now();
  // Writes, and calls that need a recent password, read the session from the database.
  const cache = method === 'GET' && !reauthRequired ? request.server.sessionCache : undefined;
  // One session's token in 16 million begins so too, and its person logs in again.
  const find = isOfProgram(request) ? findProgramCaller : findCaller;
  const caller = credentials && (await find(services, credentials, cache));
  if (access === 'public') return caller;
  if (caller === undefined && isOfProgram(request)) {
    const why = credentials ? await whyRefused(services, credentials) : refusal.unknown;
    throw new AppError('UNAUTHENTICATED', why);
  }
  if (caller === undefined) throw unauthenticated();
  if (caller.scopes && !(scope && caller.scopes.includes(scope))) {
    request.caller = caller;
    throw new AppError('SCOPE_MISSING', staffMessage.scopeMissing);
  }
  if (!access.includes(caller.role) || (caller.isGuest && !guest)) {
    // For the audit trail, which names who was refused.
    request.caller = caller;
    throw forbidden();
  }
  return caller;
}

/** Milliseconds after which the caller is looked up again. */
const holds = 500;

/** Looks the caller up again once the whole request has arrived. They may have been signed out, disabled or moved. */
export async function revalidateCaller(request: FastifyRequest, services: Services, endpoint: Access) {
  const { caller, callerAt } = request;
  // In both directions, since a clock may have been set back.
  if (!caller || !callerAt || Math.abs(services.clock.now().getTime() - callerAt.getTime()) < holds) return caller;
  request.caller = await authenticate(request, services, endpoint);
  return request.caller;
}
