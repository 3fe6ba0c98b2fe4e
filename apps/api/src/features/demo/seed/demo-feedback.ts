import { setFeedbackReply } from '../../feedback/feedback.store.ts';
import { submitFeedback } from '../../feedback/submit-feedback.ts';
import type { Services } from '../../../services.ts';
import { accountId, demoAccounts } from './demo-accounts.ts';
import { demoData } from './demo-data.ts';
import { daysAgo } from './demo-life.ts';
import { categoryId } from '../../category/reference-data.ts';

/** Files the sample feedback and answers some of it. */
export async function sendDemoFeedback(services: Services): Promise<void> {
  for (const { by, category, title, description, sent, reply } of demoData.feedback) {
    const input = { category: categoryId('feedback', category), title, description };
    const id = await submitFeedback(daysAgo(services, sent), accountId(demoAccounts[by]), input, []);
    if (!reply) continue;
    const at = daysAgo(services, reply.at).clock.now();
    const replierId = accountId(demoAccounts.administrator);
    await setFeedbackReply(services.db, id, { text: reply.text, replierId, at });
  }
}
