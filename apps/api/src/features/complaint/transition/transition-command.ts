import type { Action, Outcome } from '@baraza/contract/complaint/lifecycle';

/** Asks for one transition of a complaint, with what the transition needs. */
export interface TransitionCommand {
  readonly complaintId: string;
  readonly action: Action;
  readonly text?: string | undefined;
  readonly reason?: string | undefined;
  /** For `assign`; null takes the assignment off. */
  readonly assignee?: string | null | undefined;
  readonly outcome?: Outcome | undefined;
  /** Where a transfer goes. */
  readonly mda?: string | undefined;
  /** The complaint it is merged into. */
  readonly parent?: string | undefined;
  /** For `recuse`, `confirmRecusal` and `liftRecusal`. */
  readonly person?: string | undefined;
  /** Working days more. */
  readonly days?: number | undefined;
  /** Who requested the identity that is disclosed or denied. */
  readonly requester?: string | undefined;
  /** Colleagues who get a mail about a note. */
  readonly mentions?: readonly string[] | undefined;
  /** The version that the caller saw. A citizen's step does without: the state alone decides. */
  readonly version?: number | undefined;
}
