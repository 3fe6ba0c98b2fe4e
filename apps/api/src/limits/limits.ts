import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tooManyRequests } from '../http/errors.ts';
import { networkOf } from '../http/network.ts';
import type { Services } from '../services.ts';
import { useNetworkThrottle } from './network-throttle.ts';
import type { Rate, Rates } from './rates.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its own steps count the request, once its session is known. */
    countsCaller?: boolean;
  }
  interface FastifyRequest {
    /** Represents the network of a request in the limits without revealing its address. */
    networkKey: string;
  }
  interface FastifyInstance {
    /** Counts a request for its session, or for its network if it has none; throws 429 past the limit. */
    limitCaller(request: FastifyRequest, reply: FastifyReply): Promise<void>;
    /** Counts a complaint without an account for its network; throws 429 past the limit. */
    limitGuestComplaints(request: FastifyRequest): Promise<void>;
    /** Counts a wrong receipt code for its network; throws 429 past the limit. */
    limitWrongCodes(request: FastifyRequest): Promise<void>;
  }
}

/** Keys kept in memory, the least recently used dropped first: some 40 MB. */
const cache = 100_000;

/** Registers the limits of networks and sessions; `docs/security/throttling.md` lists all. */
export async function registerLimits(app: FastifyInstance, { db, rates, clock }: Services): Promise<void> {
  await app.register(rateLimit, { global: false, cache });
  const limit = ({ max, seconds }: Rate, keyGenerator: (request: FastifyRequest) => string) => {
    const count = app.createRateLimit({ max, timeWindow: seconds * 1000, keyGenerator });
    return async (request: FastifyRequest, reply?: FastifyReply) => {
      const use = await count(request);
      if (use.isAllowed) return;
      reply?.header('ratelimit', `"session";r=${use.remaining};t=${use.ttlInSeconds}`);
      if (use.isExceeded) throw tooManyRequests(use.ttl / 1000);
    };
  };
  const hide = hideNetworks(() => clock.now().getTime());
  const limitNetwork = limit(rates.network, ({ networkKey }) => `network ${networkKey}`);
  const limitCall = limit(rates.networkCall, ({ method, routeOptions, networkKey }) => {
    return `call ${method} ${routeOptions.url} ${networkKey}`;
  });
  const limitAll = limit(rates.networkSessions, ({ networkKey }) => `all ${networkKey}`);
  const limitSession = limit(rates.session, ({ caller }) => `session ${caller?.sessionId}`);
  const limitSuggestions = limit(rates.suggestions, ({ networkKey }) => `suggestion ${networkKey}`);
  const limitStranger = async (request: FastifyRequest) => {
    await limitNetwork(request);
    // Pages and their scripts share a route and are requested by the dozen.
    if (request.routeOptions.url?.startsWith('/api/')) await limitCall(request);
  };
  app.decorateRequest('networkKey', '');
  app.addHook('onRequest', async (request) => {
    request.networkKey = hide(request);
    // A first visit loads dozens, which the browser keeps: many phones behind one carrier's address would use up its share.
    if (request.url.startsWith('/assets/') || request.url.startsWith('/desk/assets/')) return;
    await limitAll(request);
    if (request.routeOptions.config.countsCaller !== true) await limitStranger(request);
    // Before its body: anybody may send that.
    if (request.routeOptions.url === '/api/public/complaint') await app.limitGuestComplaints(request);
    if (typing.has(request.routeOptions.url)) await limitSuggestions(request);
  });
  const policies = { session: policyOf(rates, ['session']), stranger: policyOf(rates, ['network', 'networkCall']) };
  app.decorate('limitCaller', (request, reply) => {
    reply.header('ratelimit-policy', policies[request.caller ? 'session' : 'stranger']);
    // What is left of a network's limit would tell about its neighbours.
    return request.caller ? limitSession(request, reply) : limitStranger(request);
  });
  const limitEverywhere = (rate: Rate, use: string) => (request: FastifyRequest) =>
    useNetworkThrottle(db, rate, { use, network: networkOf(request) }, clock.now());
  app.decorate('limitGuestComplaints', limitEverywhere(rates.guestComplaints, 'guest complaint'));
  app.decorate('limitWrongCodes', limitEverywhere(rates.wrongReceiptCodes, 'wrong code'));
}

/** Names limits and their seconds for programs (draft-ietf-httpapi-ratelimit-headers). */
function policyOf(rates: Rates, names: readonly (keyof Rates)[]): string {
  return names.map((name) => `"${name}";q=${rates[name].max};w=${rates[name].seconds}`).join(', ');
}

/** Routes called while somebody writes a complaint. */
const typing = new Set<string | undefined>(['/api/public/suggestion', '/api/public/known-issue']);

const hour = 3_600_000;

/** Replaces the network of a request by a pseudonym. The key behind it changes each hour and is never stored. */
function hideNetworks(now: () => number): (request: FastifyRequest) => string {
  let current = { hour: -1, key: createSecretKey(randomBytes(32)) };
  return (request) => {
    const present = Math.floor(now() / hour);
    if (present !== current.hour) current = { hour: present, key: createSecretKey(randomBytes(32)) };
    return createHmac('sha256', current.key).update(networkOf(request)).digest('base64');
  };
}
