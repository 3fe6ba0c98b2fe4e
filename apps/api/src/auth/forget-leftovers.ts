import type { Services } from '../services.ts';
import { forgetRegistrations } from './account.store.ts';
import { forgetCodes } from './code/code.store.ts';
import { forgetInvitations } from './invitation.store.ts';
import { forgetChallenges } from './mfa/second-step.store.ts';

const day = 24 * 3_600_000;

/** Removes codes that died a day ago, and registrations that nobody confirmed within a week. */
export async function forgetAccountLeftovers({ db, clock }: Services): Promise<void> {
  const now = clock.now().getTime();
  const weekAgo = new Date(now - 7 * day);
  await forgetCodes(db, new Date(now - day), weekAgo);
  await forgetRegistrations(db, weekAgo);
  await forgetChallenges(db, clock.now());
  await forgetInvitations(db, clock.now());
}
