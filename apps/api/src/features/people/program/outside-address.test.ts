import dns from 'node:dns';
import http, { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { mayReach, RefusedAddress } from './outside-address.ts';
import { isGuarded, postSigned } from './post-signed.ts';

const refused = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.9.9.9',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001::1',
  'ff02::1',
  'localhost',
];
test.each(refused)('webhooks do not reach %s', (address) => {
  expect(mayReach(address, 'https:', [])).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111'])('webhooks reach %s with TLS only', (address) => {
  expect(mayReach(address, 'https:', [])).toBe(true);
  expect(mayReach(address, 'http:', [])).toBe(false);
});

test('webhooks reach a private network that the operator names, and no other', () => {
  expect(mayReach('10.1.2.3', 'http:', ['10.1.0.0/16'])).toBe(true);
  expect(mayReach('10.2.2.3', 'http:', ['10.1.0.0/16'])).toBe(false);
  expect(mayReach('fd12::1', 'http:', ['fd12::/64'])).toBe(true);
});

const message = { id: 'a-1', body: '{}', at: new Date(), secrets: [] };
type LookupDone = (error: null, addresses: dns.LookupAddress[]) => void;
const listen = async (host = '127.0.0.1') => {
  const connected = vi.fn<() => void>();
  const server = createServer((_, reply) => reply.end()).on('connection', connected);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return { server, connected, port: (server.address() as AddressInfo).port };
};
let open: Awaited<ReturnType<typeof listen>> | undefined;
afterEach(() => void open?.server.close());

test.each(['localhost', '127.0.0.1', '2130706433', '0x7f.1', '017700000001', '[::1]', '[::ffff:127.0.0.1]'])(
  'no connection is opened to this machine under the name %s',
  async (host) => {
    open = await listen();
    for (const protocol of ['http', 'https'])
      await expect(postSigned(`${protocol}://${host}:${open.port}/`, message, [])).rejects.toThrow(RefusedAddress);
    expect(open.connected).not.toHaveBeenCalled();
  },
);

test('a name within a named network is reached', async () => {
  open = await listen();
  expect(await postSigned(`http://127.0.0.1:${open.port}/`, message, ['127.0.0.1'])).toBe(200);
  expect(await postSigned(`http://localhost:${open.port}/`, message, ['127.0.0.1', '::1'])).toBe(200);
  expect(open.connected).toHaveBeenCalledTimes(2);
});

test('a name that is this machine’s at the second look gets one message and no second connection', async () => {
  open = await listen('127.0.0.2');
  const looks = ['127.0.0.2', '127.0.0.1'];
  const look = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_name: string, _options: object, done: LookupDone) =>
      done(null, [{ address: looks.shift()!, family: 4 }])) as never);
  syncBuiltinESMExports();

  const send = () => postSigned(`http://rebound.example:${open!.port}/`, message, ['127.0.0.2']);
  expect(await send()).toBe(200);
  await expect(send()).rejects.toThrow(RefusedAddress);

  look.mockRestore();
  syncBuiltinESMExports();
  expect(open.connected).toHaveBeenCalledTimes(1);
});

test('the self-test finds the check at work, and that it is not where Node ignores it', async () => {
  expect(await isGuarded()).toBe(true);
  const { request } = http;
  vi.spyOn(http, 'request').mockImplementation(((url: string, options: object) =>
    request(url, { ...options, lookup: undefined })) as never);
  expect(await isGuarded()).toBe(false);
});
