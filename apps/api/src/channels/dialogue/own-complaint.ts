import type { State, Status } from '@baraza/contract';

/** A complaint filed from the number. */
export interface OwnComplaint {
  readonly id: string;
  readonly trackingId: string;
  readonly state: State;
  readonly status: Status;
  readonly confirmedAt: Date | null;
}
