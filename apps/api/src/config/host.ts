import { isIP } from 'node:net';

/** Formats a host for a URL, without the zone of an IPv6 address (`%eth0`). */
export function hostInUrl(host: string): string {
  const address = host.replace(/%.*$/su, '');
  return isIP(address) === 6 ? `[${address}]` : address;
}

/** Normalises a host: `0` is 0.0.0.0, `0:0::0` is `::`, mapped IPv4 is IPv4. */
function plainHost(host: string): string {
  const name = new URL(`http://${hostInUrl(host)}`).hostname.replaceAll(/[[\]]/g, '');
  const inside = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(name);
  if (!inside) return name;
  return inside
    .slice(1)
    .map((part) => Number.parseInt(part, 16))
    .flatMap((part) => [Math.floor(part / 256), part % 256])
    .join('.');
}

/** Whether the host means all addresses of this machine. */
export const isEverywhere = (host: string) => ['0.0.0.0', '::'].includes(plainHost(host));

/** Whether listeners on these hosts may collide on one port. */
export function overlap(one: string, other: string): boolean {
  if (isEverywhere(one) || isEverywhere(other)) return true;
  const hosts = [plainHost(one), plainHost(other)];
  const [first, second] = hosts;
  // `localhost` may be both.
  return first === second || (hosts.includes('localhost') && hosts.some((it) => it === '127.0.0.1' || it === '::1'));
}
