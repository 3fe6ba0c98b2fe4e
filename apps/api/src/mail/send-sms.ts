import { segmentsOf } from '@baraza/contract/core/segments';
import type { ChannelSettings } from '../config/channels.ts';
import type { Settings } from '../config/settings.ts';
import { GatewayError } from './gateway-error.ts';

/** Finds the channel that sends to somebody who wrote by this one; undefined where none can. */
export function senderFor({ channels }: Pick<Settings, 'channels'>, name: string): ChannelSettings | undefined {
  const able = channels.filter(({ kind, send }) => kind === 'http' && send);
  return able.find((channel) => channel.name === name) ?? able[0];
}

/** Finds the channel that sends codes to telephones; undefined: nobody logs in by a number. */
export const phoneChannel = (settings: Pick<Settings, 'channels'>) => senderFor(settings, '');

const timeout = 20_000;

/** Hands a message to the gateway of a channel; returns what that calls it, if its answer says so. */
export async function sendSms(
  { channels, publicUrl }: Pick<Settings, 'channels' | 'publicUrl'>,
  { channel: name, to, text, id }: Record<'channel' | 'to' | 'text' | 'id', string>,
): Promise<string | undefined> {
  const channel = channels.find((each) => each.name === name);
  if (!channel?.send) throw new GatewayError('ESMS');
  const { url, method, headers, format, fields } = channel.send;
  const report = `${publicUrl}/channel/${name}/${channel.secret}/delivery`;
  const values: Record<string, string> = {
    to,
    digits: to.slice(1),
    text,
    id,
    coding: segmentsOf(text).coding === 'GSM-7' ? '0' : '2',
    report,
  };
  const fill = (template: string) =>
    template.replaceAll(/\{(\w+)\}/gu, (whole, value: string) => values[value] ?? whole);
  const filled = Object.fromEntries(Object.entries(fields).map(([field, template]) => [field, fill(template)]));
  const form = new URLSearchParams(filled);
  const target = new URL(url);
  if (method === 'GET') for (const [field, value] of form) target.searchParams.append(field, value);
  const type = format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  const body = format === 'json' ? JSON.stringify(filled) : form.toString();
  const signal = AbortSignal.timeout(timeout);
  const sent = method === 'GET' ? { method, headers } : { method, headers: { 'content-type': type, ...headers }, body };
  const response = await fetch(target, { ...sent, redirect: 'manual', signal }).catch(() => undefined);
  const answer = await response?.text().catch(() => '');
  if (!response?.ok) throw new GatewayError('ESMS', response?.status);
  return channel.send.id === undefined ? undefined : valueAt(answer ?? '', channel.send.id);
}

/** Reads a text or number in JSON by a path with dots. */
function valueAt(json: string, path: string): string | undefined {
  try {
    let value: unknown = JSON.parse(json);
    for (const name of path.split('.')) value = Object(value)[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  } catch {
    return undefined;
  }
}
