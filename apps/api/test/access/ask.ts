import type { Scene } from '../support/complaints.ts';
import type { TestApp } from '../support/server/app.ts';
import type { Visitor } from './actors.ts';

/** Objects of the owner, which every actor requests. */
export interface Estate {
  readonly scene: Scene;
  readonly complaintId: string;
  readonly feedbackId: string;
  readonly feedbackCategory: string;
  readonly notificationId: string;
  readonly fileId: string;
  readonly clerkId: string;
  /** Returns the owner with a session that no test ends. */
  owner(): Promise<Visitor>;
}

/** A request for `app.inject`. */
export interface Ask {
  readonly url: string;
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Asker = (estate: Estate, visitor: Visitor, test: TestApp) => Ask | Promise<Ask>;

/** Builds a form as a browser without scripts posts it. */
export const plain = (url: string, fields: object): Ask => ({
  url,
  text: new URLSearchParams(fields as Record<string, string>).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});
