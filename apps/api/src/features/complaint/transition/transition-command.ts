import type { ActionInput, Action } from '@baraza/contract';

/** Asks for one transition of a complaint, with what the transition needs. */
export interface TransitionCommand extends Readonly<Omit<ActionInput, 'version'>> {
  readonly complaintId: string;
  readonly action: Action;
  /** The version that the caller saw. A citizen's step does without: the state alone decides. */
  readonly version?: number | undefined;
}
