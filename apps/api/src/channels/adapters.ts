import type { ChannelSettings } from '../config/channels.ts';
import type { Adapter } from './adapter.ts';
import { httpAdapter } from './http/http-adapter.ts';
import { ussdAdapter } from './ussd/ussd-adapter.ts';

/** Adapters by kind of channel. */
export const adapters: Readonly<Record<Exclude<ChannelSettings['kind'], 'whatsapp'>, Adapter>> = {
  http: httpAdapter,
  ussd: ussdAdapter,
};
