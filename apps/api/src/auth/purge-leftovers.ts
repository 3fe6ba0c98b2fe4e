import type { Services } from '../services.ts';
import { purgeRegistrations } from './account.store.ts';
import { purgeCodes } from './code/code.store.ts';
import { purgeInvitations } from './invitation.store.ts';
import { purgeChallenges } from './mfa/mfa.store.ts';

const day = 24 * 3_600_000;

/** Deletes codes a day after they expired, and registrations not confirmed within a week. */
export async function purgeAccountLeftovers({ db, clock }: Services): Promise<void> {
  const now = clock.now().getTime();
  const weekAgo = new Date(now - 7 * day);
  await purgeCodes(db, new Date(now - day), weekAgo);
  await purgeRegistrations(db, weekAgo);
  await purgeChallenges(db, clock.now());
  await purgeInvitations(db, clock.now());
}
