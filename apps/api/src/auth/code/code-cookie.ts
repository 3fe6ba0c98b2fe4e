import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services.ts';
import { randomBytes } from 'node:crypto';
import { sha256 } from '../../crypto/digest.ts';

/** `pv`: registered or changed the address here. `pr`: requested a reset here. `si`: went to the sign-in provider. `kb`: trusted browser. */
type CookieName = 'pv' | 'pr' | 'si' | 'kb';

/** How long a browser stays trusted. */
export const knownBrowserSeconds = 90 * 24 * 3600;

/** Longer than a code's life, so that a browser keeps its handle for further codes. */
const askedSeconds = 24 * 3600;
const maxAges = { pv: askedSeconds, pr: askedSeconds, si: askedSeconds, kb: knownBrowserSeconds } as const;

const isSecure = ({ settings }: Services) => settings.publicUrl.startsWith('https:');
// The provider's site sends people back here, which `strict` would count as another site's request.
const optionsOf = (services: Services, name: CookieName) =>
  ({ httpOnly: true, sameSite: name === 'si' ? 'lax' : 'strict', path: '/', secure: isSecure(services) }) as const;
const nameOf = (services: Services, name: CookieName) => (isSecure(services) ? `__Host-${name}` : name);

/** Sets the handle that proves that a code was requested in this browser. */
export function setCodeCookie(reply: FastifyReply, services: Services, name: CookieName, handle: string): void {
  reply.setCookie(nameOf(services, name), handle, { ...optionsOf(services, name), maxAge: maxAges[name] });
}

export function clearCodeCookie(reply: FastifyReply, services: Services, name: CookieName): void {
  reply.clearCookie(nameOf(services, name), optionsOf(services, name));
}

/** Reads the browser's handle; undefined when malformed. */
export function codeCookie(request: FastifyRequest, services: Services, name: CookieName): string | undefined {
  const value = request.cookies[nameOf(services, name)];
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** Makes a handle for a browser: 256 random bits, of which the server keeps the hash. */
export function newHandle(): { handle: string; handleHash: Buffer } {
  const handle = randomBytes(32).toString('base64url');
  return { handle, handleHash: sha256(handle) };
}
