import { type Asker, plain } from './ask.ts';

/** Secret of the gateway `sms`. */
export const channelSecret = 'a-secret-that-nobody-can-guess';

const message = () => ({ id: crypto.randomUUID(), from: '+2348031234567', text: 'hello' });
const report = () => ({ id: crypto.randomUUID(), status: '1' });
const address = `/channel/sms/${channelSecret}`;
const inQuery = (url: string, fields: Record<string, string>) => ({ url: `${url}?${new URLSearchParams(fields)}` });

/** Builders of the calls by gateways, whose secret decides. */
export const channelAskers: Record<string, Asker> = {
  'GET /channel/:name/:secret': () => inQuery(address, message()),
  'POST /channel/:name/:secret': () => plain(address, message()),
  'POST /channel/:name/:secret [with a guess]': () => plain(`/channel/sms/${'x'.repeat(30)}`, message()),
  'GET /channel/:name/:secret/:report': () => inQuery(`${address}/delivery`, report()),
  'POST /channel/:name/:secret/:report': () => plain(`${address}/delivered`, report()),
};
