import { languages } from '@baraza/contract/core/language';
import { z } from 'zod';

/* Channels as the operator writes them in `CHANNELS`: docs/operate/channels.md. */

const texts = z.record(z.string(), z.string());

/** How a gateway is asked to send: `{to}`, `{digits}`, `{text}`, `{id}`, `{coding}` and `{report}` are filled in. */
const Send = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  method: z.enum(['GET', 'POST']).default('POST'),
  headers: texts.default({}),
  format: z.enum(['form', 'json']).default('form'),
  fields: texts.default({}),
  /** Where its answer holds the id that delivery reports name, as a path with dots. */
  id: z.string().optional(),
});

const Secret = z.string().regex(/^[\w-]{20,100}$/);

/** A number of the WhatsApp Cloud API. */
const WhatsApp = z.strictObject({
  phoneNumberId: z.string().regex(/^\d{1,30}$/),
  accessToken: z.string().regex(/^[\w.|-]{10,1000}$/),
  /** Signs what Meta sends. */
  appSecret: z.string().min(16).max(200),
  /** Meta sends it once, when the address is entered there. */
  verifyToken: Secret,
  graphUrl: z.url({ protocol: /^https?$/ }).default('https://graph.facebook.com/v25.0'),
  /** How long a call, and the bytes of a file, may take. */
  seconds: z.int().min(1).max(120).default(20),
  /** Approved template with one value, for news after the 24 hours. */
  template: z.strictObject({ name: z.string().min(1).max(512), language: z.string().min(2).max(10) }).optional(),
});

const Channel = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,30}$/),
  kind: z.enum(['http', 'ussd', 'whatsapp']).default('http'),
  preset: z.enum(['rapidpro', 'kannel', 'africastalking']).optional(),
  secret: Secret,
  /** Country of numbers without a country code. */
  country: z.string().regex(/^[A-Z]{2}$/),
  language: z.enum(languages).default('en'),
  /** Names of fields, beside the usual ones. */
  fields: z.partialRecord(z.enum(['id', 'from', 'text', 'at']), z.string()).default({}),
  /** Whether replies stand in the answer to the gateway, or are sent. */
  reply: z.enum(['answer', 'send']).optional(),
  send: Send.optional(),
  whatsapp: WhatsApp.optional(),
});

const sendFields: Record<NonNullable<z.output<typeof Channel>['preset']>, Record<string, string>> = {
  rapidpro: { id: '{id}', text: '{text}', to: '{to}', to_no_plus: '{digits}' },
  kannel: {
    to: '{to}',
    text: '{text}',
    charset: 'UTF-8',
    coding: '{coding}',
    'dlr-mask': '19',
    'dlr-url': '{report}?id={id}&status=%d',
  },
  africastalking: { to: '{to}', message: '{text}' },
};

/** A gateway, with everything its preset says. */
export type ChannelSettings = z.output<typeof Channels>[number];

const Channels = z
  .array(
    Channel.transform(({ preset, reply, send, ...channel }) => ({
      ...channel,
      reply: channel.whatsapp
        ? ('send' as const)
        : (reply ?? (preset === 'kannel' || channel.kind === 'ussd' || !send ? 'answer' : 'send')),
      send: send && {
        ...send,
        id: send.id ?? (preset === 'africastalking' ? 'SMSMessageData.Recipients.0.messageId' : undefined),
        fields: { ...(preset && sendFields[preset]), ...send.fields },
      },
    })),
  )
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length)
  .refine((all) => all.every(({ reply, send, whatsapp }) => reply === 'answer' || send || whatsapp))
  .refine((all) => all.every(({ kind, whatsapp }) => (kind === 'whatsapp') === (whatsapp !== undefined)));

/** Rule for `CHANNELS`. No message repeats the value, which holds secrets. */
export const channels = z.string().transform((text, context) => {
  const read = Channels.safeParse(parse(text));
  if (read.success) return read.data;
  const where = read.error.issues[0]?.path.join('.');
  context.addIssue(
    `must be a list of channels in JSON, as docs/operate/channels.md shows${where && ` (look at ${where})`}`,
  );
  return z.NEVER;
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
