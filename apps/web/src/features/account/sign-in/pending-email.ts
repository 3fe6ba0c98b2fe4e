import { createPendingEmail } from '@baraza/app/pending-email';

export type { PendingEmail } from '@baraza/app/pending-email';
export type CodePurpose = 'verify' | 'reset';

const kept = { verify: createPendingEmail('pendingEmail:verify'), reset: createPendingEmail('pendingEmail:reset') };

export const holdEmail = (purpose: CodePurpose, email: string, change = false) => kept[purpose].hold(email, { change });
export const heldEmail = (purpose: CodePurpose) => kept[purpose].held();
export const dropEmail = (purpose: CodePurpose): void => kept[purpose].drop();
