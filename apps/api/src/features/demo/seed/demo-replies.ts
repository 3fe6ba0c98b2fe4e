import type { NewSavedReply } from '@baraza/contract/saved-reply/saved-reply';
import { insertSavedReply } from '../../saved-reply/saved-reply.store.ts';
import type { Services } from '../../../services.ts';
import { mdaId } from './demo-accounts.ts';
import { demoMdas } from './demo-mdas.ts';
import { stableId } from '../../../crypto/stable-id.ts';

const replies: readonly NewSavedReply[] = [
  {
    title: 'We look into it',
    step: 'reply',
    text: 'Dear {citizen},\n\nthank you for telling us. We look into it, and you have our answer by {dueDate}.\n\n{mda}',
  },
  {
    title: 'When and where was it?',
    step: 'ask',
    text: 'Dear {citizen},\n\nto find out what happened we need to know: on which day, at what time, and at which counter?\n\n{mda}',
  },
  {
    title: 'The problem is fixed',
    step: 'resolve',
    text: 'Dear {citizen},\n\nwhat you told us in {trackingId} is put right. If it is not, please re-open your complaint.\n\n{mda}',
  },
];

/** Adds saved replies to each sample MDA. */
export async function addDemoReplies({ db, clock }: Services): Promise<void> {
  for (const { name } of demoMdas) {
    for (const reply of replies) {
      const id = stableId(`demo saved reply ${name} ${reply.title}`);
      await insertSavedReply(db, { ...reply, id, mdaId: mdaId(name), updatedAt: clock.now() });
    }
  }
}
