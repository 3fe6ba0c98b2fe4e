import { insertSavedReply } from '../../saved-reply/saved-reply.store.ts';
import type { Services } from '../../../services.ts';
import { mdaId } from './demo-accounts.ts';
import { demoData } from './demo-data.ts';
import { stableId } from '../../../crypto/stable-id.ts';

/** Adds saved replies to each sample MDA. */
export async function addDemoReplies({ db, clock }: Services): Promise<void> {
  for (const { name } of demoData.mdas) {
    for (const reply of demoData.replies) {
      const id = stableId(`demo saved reply ${name} ${reply.title}`);
      await insertSavedReply(db, { ...reply, id, mdaId: mdaId(name), updatedAt: clock.now() });
    }
  }
}
