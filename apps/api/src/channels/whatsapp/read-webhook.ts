import { statedFactMax } from '@baraza/contract';
import { z } from 'zod';
import type { DeliveryState } from '../../db/schema/tables.ts';
import type { Incoming } from '../adapter.ts';
import { cleanText } from '../gateway-fields.ts';

/* Meta adds fields and types as it likes: what is not known is left out, and refuses nothing else. */

const text = z.string().max(10_000).transform(cleanText);
const optional = <T extends z.ZodType>(shape: T) => shape.optional().catch(undefined);
/** Ids of files become part of an address. */
const File = optional(z.object({ id: z.string().regex(/^\d{1,40}$/), caption: optional(text) }));
const Tapped = optional(z.object({ id: text }));

const WhatsAppMessage = z.object({
  from: optional(z.string()),
  from_user_id: optional(z.string()),
  id: z.string().min(1).max(1_000),
  timestamp: z.string().regex(/^\d{9,11}$/),
  type: z.string(),
  text: optional(z.object({ body: text })),
  button: optional(z.object({ payload: optional(text), text: optional(text) })),
  interactive: optional(z.object({ button_reply: Tapped, list_reply: Tapped })),
  location: optional(
    z.object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      name: optional(text),
      address: optional(text),
    }),
  ),
  image: File,
  video: File,
  document: File,
  audio: File,
  voice: File,
});

const Status = z.object({
  id: z.string().min(1).max(1_000),
  status: z.enum(['sent', 'delivered', 'read', 'played', 'failed']),
  errors: optional(z.array(z.object({ code: z.number() }))),
});

const list = z.array(z.unknown()).catch([]);
const Webhook = z.object({
  entry: z
    .array(z.object({ changes: z.array(z.object({ value: z.unknown() })).catch([]) }).catch({ changes: [] }))
    .catch([]),
});
const Value = z.object({ metadata: z.object({ phone_number_id: z.string() }), messages: list, statuses: list });

interface Report {
  readonly id: string;
  readonly state: DeliveryState;
  readonly why: string;
}

/** Reads messages, oldest first, and reports about the number of this channel. */
export function readWebhook(body: unknown, phoneNumberId: string): { messages: Incoming[]; reports: Report[] } {
  const { entry } = Webhook.catch({ entry: [] }).parse(body);
  const values = entry.flatMap(({ changes }) => changes).flatMap(({ value }) => Value.safeParse(value).data ?? []);
  // One app has one address for all its numbers.
  const own = values.filter(({ metadata }) => metadata.phone_number_id === phoneNumberId);
  const messages = own
    .flatMap((value) => value.messages)
    .flatMap((message) => WhatsAppMessage.safeParse(message).data ?? [])
    .toSorted((one, other) => Number(one.timestamp) - Number(other.timestamp))
    .flatMap((message) => toIncoming(message) ?? []);
  const reports = own
    .flatMap((value) => value.statuses)
    .flatMap((status) => Status.safeParse(status).data ?? [])
    .map(({ id, status, errors }): Report => {
      const state = status === 'played' ? 'read' : status;
      return { id, state, why: status === 'failed' ? String(errors?.[0]?.code ?? status) : status };
    });
  return { messages, reports };
}

/** Types that say nothing to an office. */
const silent = new Set(['reaction', 'system', 'ephemeral', 'request_welcome', 'edit', 'revoke']);

function toIncoming(message: z.output<typeof WhatsAppMessage>): Incoming | undefined {
  const { from, type, image, video, document, audio, voice, button, interactive, location } = message;
  if (silent.has(type)) return undefined;
  const file = image ?? video ?? document ?? audio ?? voice;
  const tapped = interactive?.button_reply ?? interactive?.list_reply;
  const said = message.text?.body ?? tapped?.id ?? button?.payload ?? button?.text ?? file?.caption ?? '';
  const sender = from ?? message.from_user_id ?? '';
  return {
    // Without its plus a number could be one of another country.
    from: /^\d+$/u.test(sender) ? `+${sender}` : sender,
    text: said,
    externalId: message.id,
    at: new Date(Number(message.timestamp) * 1_000),
    ...(file && { named: { id: file.id, isVoice: file === audio || file === voice } }),
    ...(location && { place: placeOf(location) }),
  };
}

function placeOf({
  latitude: lat,
  longitude: lon,
  name,
  address,
}: NonNullable<z.output<typeof WhatsAppMessage>['location']>) {
  const named = [name, address].filter(Boolean).join(', ').replaceAll(/\s+/gu, ' ').trim();
  const words = named || `${lat.toFixed(5)}, ${lon.toFixed(5)}`;
  return { lat, lon, name: Array.from(words).slice(0, statedFactMax.location).join('') };
}
