import { createPendingEmail } from '@baraza/app/pending-email';

export type { PendingEmail } from '@baraza/app/pending-email';

const kept = createPendingEmail('deskPendingEmail');

export const holdEmail = (email: string) => kept.hold(email);
export const heldEmail = () => kept.held();
export const dropEmail = (): void => kept.drop();
