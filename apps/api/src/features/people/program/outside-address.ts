import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Special networks that no program of others is reached in (IANA registries). */
const special = new BlockList();
for (const network of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24',
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  '2001::/23 2001:db8::/32 2002::/16 3fff::/20',
].flatMap((line) => line.split(' ')))
  addNetwork(special, network);

/** All public addresses of IPv6: mapped and translated ones are outside. */
const global6 = new BlockList();
addNetwork(global6, '2000::/3');

function addNetwork(list: BlockList, network: string): void {
  const [ip = '', bits] = network.split('/');
  const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
  list.addSubnet(ip, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
}

/** Whether a connection to an address is allowed: to public ones with TLS, and to the operator's own networks. */
export function mayReach(address: string, protocol: string, networks: readonly string[]): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const own = new BlockList();
  for (const network of networks) addNetwork(own, network);
  if (own.check(address, family)) return true;
  const isPublic = !special.check(address, family) && (family === 'ipv4' || global6.check(address, family));
  return isPublic && protocol === 'https:' && isIP(address) !== 0;
}

/** Thrown before any connection to an address that webhooks may not reach. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
  readonly code = 'refused address';
}

/** Looks a name up, and refuses it for any forbidden address. The connection uses these addresses: no later answer counts. */
export function guardedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (name, options, answer) => {
    systemLookup(name, { ...options, all: true }, (error, addresses) => {
      const refused = !error && !addresses.every(({ address }) => isAllowed(address));
      const [first] = addresses ?? [];
      if (error || refused || !first) answer(error ?? new RefusedAddress(name), []);
      else if (options.all) answer(null, addresses);
      else answer(null, first.address, first.family);
    });
  };
}
