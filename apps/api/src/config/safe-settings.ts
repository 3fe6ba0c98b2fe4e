import { exampleSupport, isEverywhere, isLoopback } from './setting-rules.ts';
import type { Settings } from './settings.ts';

/** Lists settings that send passwords unencrypted. A loopback PUBLIC_URL is allowed, as in a container with an unpublished port. */
export function* dangersOf(
  { host, publicUrl, mdaPortalUrl, insecureHttp }: Settings,
  environment: NodeJS.Dict<string>,
): Generator<string> {
  if (insecureHttp) return;
  const { protocol, hostname } = new URL(publicUrl);
  const desk = new URL(mdaPortalUrl);
  if (protocol === 'https:') {
    if (desk.protocol === 'https:' || isLoopback(desk.hostname)) return;
    yield 'The setting MDA_PORTAL_URL must begin with https://, as PUBLIC_URL does: passwords and invitations of staff would travel readable.';
  } else if (!isLoopback(host) && !(environment['PUBLIC_URL'] && isLoopback(hostname))) {
    yield `The setting PUBLIC_URL must begin with https:// where HOST (${host}) lets other computers in: passwords would travel readable. Put a proxy with TLS before the server, or set ALLOW_INSECURE_HTTP=1.`;
  }
}

/** Lists warnings about settings, a line each. */
export function* warningsOf(settings: Settings): Generator<string> {
  const { publicUrl, demo, databaseUrl, metricsAddress, staffTotp, supportEmail, supportPhone } = settings;
  if (publicUrl.startsWith('http:') && isOpenToOthers(settings)) {
    yield 'Warning: people may reach this server without https, and their passwords travel readable. PUBLIC_URL should begin with https://.';
  }
  if (demo === true && isOpenToOthers(settings)) yield demoWarning;
  // Sample accounts have their own warning.
  else if (
    staffTotp === 'optional' &&
    publicUrl.startsWith('https:') &&
    (demo === false || databaseUrl !== undefined)
  ) {
    yield 'Warning: a password alone opens the desk. STAFF_TOTP=required asks the staff for a second step.';
  }
  const isExample = supportEmail === exampleSupport.email || supportPhone === exampleSupport.phone;
  if (isExample && publicUrl.startsWith('https:')) {
    yield 'Warning: people read an example where your support should stand. Set SUPPORT_EMAIL and SUPPORT_PHONE.';
  }
  if (metricsAddress && isEverywhere(metricsAddress.host)) {
    yield 'Warning: METRICS_ADDRESS answers to whoever reaches any address of this computer, without a password. Name the address of the operators’ network, or keep others from the port.';
  }
}

/** Whether other machines can reach the server, directly or through a local proxy. */
export function isOpenToOthers({ host, publicUrl }: Settings): boolean {
  return !(isLoopback(host) && isLoopback(new URL(publicUrl).hostname));
}

/** Warning for sample accounts that other machines can reach. */
export const demoWarning =
  'Warning: the sample accounts are open to everybody who reaches this server and knows their password. Never with complaints of real people.';
