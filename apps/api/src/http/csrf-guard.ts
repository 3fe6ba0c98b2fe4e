import type { FastifyRequest } from 'fastify';
import { forbidden } from './errors.ts';
import type { Settings } from '../config/settings.ts';

type OurAddresses = Pick<Settings, 'publicUrl' | 'mdaPortalUrl'>;

/** Refuses requests that another site's page makes a browser send. A form could register an account. */
export function refuseOtherSites(request: FastifyRequest, ours: OurAddresses): void {
  const { method, headers } = request;
  const site = headers['sec-fetch-site'];
  if (method === 'GET' || method === 'HEAD') return;
  if (site === undefined ? isOfOther(request, ours) : site === 'cross-site' || site === 'same-site') throw forbidden();
}

/** Older browsers, and all over plain http, send only the origin. A proxy may have changed the host. */
function isOfOther({ headers: { origin }, host }: FastifyRequest, { publicUrl, mdaPortalUrl }: OurAddresses): boolean {
  if (!origin) return false;
  // `null` is a sandboxed frame, or a plain form on a page with `Referrer-Policy: no-referrer`: one of ours needs `same-origin`.
  if (!URL.canParse(origin)) return true;
  const { host: theirs, protocol } = new URL(origin);
  // Compared without default ports.
  const asked = `${protocol}//${host}`;
  return ![publicUrl, mdaPortalUrl, asked].some((it) => URL.canParse(it) && theirs === new URL(it).host);
}
