import type { ChannelSettings } from '../config/channels.ts';
import type { Source } from '@baraza/contract/complaint/state';
import type { SentPlace } from './dialogue/sent.ts';
import type { GatewayFields } from './gateway-fields.ts';

/** A file that a message names, at the gateway. */
export interface NamedFile {
  readonly id: string;
  readonly isVoice: boolean;
}

/** A message as every channel hands it on. */
export interface Incoming {
  /** A number, or the id of a WhatsApp user who hides theirs. */
  readonly from: string;
  readonly text: string;
  /** Its id at the gateway; undefined where the gateway has none. */
  readonly externalId: string | undefined;
  readonly at: Date | undefined;
  /** For a session that repeats all its answers: its id. */
  readonly session?: string;
  readonly named?: NamedFile | undefined;
  readonly place?: SentPlace | undefined;
}

export interface Answer {
  readonly text: string;
  /** Whether nothing more is asked. */
  readonly isOver: boolean;
}

/** The part of a channel that depends on its kind: each request is one message and waits for the answer. */
export interface Adapter {
  read(fields: GatewayFields, channel: ChannelSettings): Incoming;
  /** Writes the answer to the gateway. */
  write(answer: Answer | undefined, channel: ChannelSettings): string;
}

/** How complaints of each kind of channel came. */
export const sourceOf = { http: 'sms', ussd: 'ussd', whatsapp: 'whatsapp' } as const satisfies Record<
  ChannelSettings['kind'],
  Source
>;
