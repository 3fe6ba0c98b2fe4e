import { createPendingEmail } from '@baraza/app/pending-email';

export type { PendingEmail } from '@baraza/app/pending-email';

const kept = createPendingEmail('deskPendingEmail');

/** `sentAt` 0: nothing was sent from here. */
export const holdEmail = (email: string, sentAt?: number) => kept.hold(email, { sentAt });
export const heldEmail = () => kept.held();
export const dropEmail = (): void => kept.drop();
