import { createPendingEmail } from '@baraza/app/pending-email';

export type { PendingEmail } from '@baraza/app/pending-email';

const pendingEmail = createPendingEmail('deskPendingEmail');

export const holdEmail = (email: string) => pendingEmail.hold(email);
export const heldEmail = () => pendingEmail.held();
export const dropEmail = (): void => pendingEmail.drop();
