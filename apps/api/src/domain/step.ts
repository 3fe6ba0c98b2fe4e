import type { ActionInput, BulkInput, ReplyTexts } from '@baraza/contract';
import type { Action } from '@baraza/contract/complaint/lifecycle';
import type { CustomValues, EventDatum } from '../db/schema/complaint-tables.ts';

/** Requests one transition of a complaint, with the input of its action. */
export interface TransitionCommand extends Readonly<
  Omit<ActionInput, 'version'> & Pick<BulkInput, 'among' | 'sharing'>
> {
  readonly complaintId: string;
  readonly action: Action;
  /** The version that the caller saw. A citizen's step does without: the state alone decides. */
  readonly version?: number | undefined;
  /** Id of the hold that a reply was sent from. Its event keeps it, so that it is sent once. */
  readonly heldAs?: string | undefined;
  /** Place among the complaints that `among` get. */
  readonly turn?: number;
  /** The address that an answer by mail came from: that of the account, or another. */
  readonly mail?: 'own' | 'other' | undefined;
  /** Words in place of `text` for citizens who wrote in these languages. */
  readonly texts?: ReplyTexts | undefined;
}

type Wanted = Pick<
  TransitionCommand,
  | 'tags'
  | 'priority'
  | 'followUp'
  | 'unit'
  | 'assignee'
  | 'category'
  | 'jurisdiction'
  | 'mda'
  | 'parent'
  | 'outcome'
  | 'call'
  | 'mentions'
  | 'requester'
>;

/** An allowed transition with its changes. */
export interface Step extends Wanted {
  readonly action: Action;
  readonly at: Date;
  /** Null: the system. */
  readonly actorId: string | null;
  readonly text: string | null;
  readonly reason?: string | null;
  /** For `recuse`, `confirmRecusal` and `liftRecusal`. */
  readonly people?: readonly string[];
  /** For `withdrawQuestion`: the reply that counts again. */
  readonly earlierReply?: EarlierReply | undefined;
  /** For `setFields`: all custom fields from now on. */
  readonly customFields?: CustomValues | undefined;
  /** Data of the event beside its words. */
  readonly data?: Readonly<Record<string, EventDatum>> | null;
}

/** A reply that a later one, such as a question, took the place of. */
export interface EarlierReply {
  readonly text: string | null;
  readonly at: Date;
}

/** The field of each action whose words the citizen reads. */
export const wordsForCitizen: Partial<Record<Action, 'text' | 'reason'>> = {
  reply: 'text',
  ask: 'text',
  resolve: 'text',
  proposeRejection: 'text',
  extend: 'reason',
  upholdAppeal: 'reason',
  declineAppeal: 'reason',
};

/** Whether the citizen reads the text of this action as the reply of the MDA. */
export function isReply(action: string): boolean {
  return action === 'reply' || action === 'ask' || action === 'resolve';
}
