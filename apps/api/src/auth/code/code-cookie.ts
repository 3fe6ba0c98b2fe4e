import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services.ts';

/** `pv`: who registered here, or asked for a new address. `pr`: who asked for a reset here. `kb`: a browser that was let in. */
export type CookieName = 'pv' | 'pr' | 'kb';

/** How long a browser is known as one of the owner's. */
export const knownBrowserSeconds = 90 * 24 * 3600;

/** Longer than a code lives: a browser is known again when it asks for another code for the same registration. */
const askedSeconds = 24 * 3600;
const maxAges = { pv: askedSeconds, pr: askedSeconds, kb: knownBrowserSeconds } as const;

function nameOf(services: Services, name: CookieName): string {
  return isSecure(services) ? `__Host-${name}` : name;
}

function isSecure({ settings }: Services): boolean {
  return settings.publicUrl.startsWith('https:');
}

/** Lets the browser name its code without an e-mail, and proves that a code was asked for in this browser. */
export function setCodeCookie(reply: FastifyReply, services: Services, name: CookieName, handle: string): void {
  const [secure, maxAge] = [isSecure(services), maxAges[name]];
  reply.setCookie(nameOf(services, name), handle, { httpOnly: true, sameSite: 'strict', path: '/', secure, maxAge });
}

export function clearCodeCookie(reply: FastifyReply, services: Services, name: CookieName): void {
  const secure = isSecure(services);
  reply.clearCookie(nameOf(services, name), { httpOnly: true, sameSite: 'strict', path: '/', secure });
}

/** The handle that the browser holds, if it has the form of one. */
export function codeCookie(request: FastifyRequest, services: Services, name: CookieName): string | undefined {
  const value = request.cookies[nameOf(services, name)];
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}
