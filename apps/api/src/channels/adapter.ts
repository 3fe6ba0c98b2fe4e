import type { ChannelSettings } from '../config/channels.ts';
import type { Source } from '@baraza/contract/complaint/state';
import type { GatewayFields } from './gateway-fields.ts';

/** A message as every channel hands it on. */
export interface Incoming {
  readonly from: string;
  readonly text: string;
  /** Its id at the gateway; undefined where the gateway has none. */
  readonly externalId: string | undefined;
  readonly at: Date | undefined;
  /** For a session that repeats all its answers: its id. */
  readonly session?: string;
}

export interface Answer {
  readonly text: string;
  /** Whether nothing more is asked. */
  readonly isOver: boolean;
}

/** The part of a channel that depends on its kind. */
export interface Adapter {
  readonly source: Source;
  read(fields: GatewayFields, channel: ChannelSettings): Incoming;
  /** Writes the answer to the gateway. */
  write(answer: Answer | undefined, channel: ChannelSettings): string;
}
