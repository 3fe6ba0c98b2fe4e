import { isIP } from 'node:net';

/** A host as it stands in a web address. The zone of an IPv6 address (`%eth0`) means something to this computer alone: none has it. */
export function hostInUrl(host: string): string {
  const address = host.replace(/%.*$/su, '');
  return isIP(address) === 6 ? `[${address}]` : address;
}

/** The same host however it was spelled: `0` is 0.0.0.0, `0:0::0` is `::`, and an IPv4 address within IPv6 is that address. */
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

/** Whether every address of this computer is meant. */
export const isEverywhere = (host: string) => ['0.0.0.0', '::'].includes(plainHost(host));

/** Whether what listens at one of them may be in the way of the other. */
export function overlap(one: string, other: string): boolean {
  if (isEverywhere(one) || isEverywhere(other)) return true;
  const hosts = [plainHost(one), plainHost(other)];
  const [first, second] = hosts;
  // A name for both.
  return first === second || (hosts.includes('localhost') && hosts.some((it) => it === '127.0.0.1' || it === '::1'));
}
