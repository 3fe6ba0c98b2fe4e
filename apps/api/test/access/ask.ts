import type { Scene } from '../support/complaints.ts';
import type { TestApp } from '../support/server/app.ts';
import type { Visitor } from './actors.ts';

/** What belongs to the owner, and is asked for by everybody. */
export interface Estate {
  readonly scene: Scene;
  readonly complaintId: string;
  readonly feedbackId: string;
  readonly feedbackCategory: string;
  readonly notificationId: string;
  readonly fileId: string;
  readonly clerkId: string;
  /** The owner, in a session that nothing here ends. */
  owner(): Promise<Visitor>;
}

/** A call, as it goes to `app.inject`. */
export interface Ask {
  readonly url: string;
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Asker = (estate: Estate, visitor: Visitor, test: TestApp) => Ask | Promise<Ask>;
