import { setFeedbackReply } from '../../feedback/feedback.store.ts';
import { submitFeedback } from '../../feedback/submit-feedback.ts';
import type { Services } from '../../../services.ts';
import { accountId, demoAccounts } from './demo-accounts.ts';
import { daysAgo } from './demo-life.ts';
import { categoryId, type FeedbackCategory } from '../../category/reference-data.ts';

interface DemoFeedback {
  readonly by: 'citizen' | 'citizen2';
  readonly category: FeedbackCategory;
  readonly title: string;
  readonly description: string;
  readonly sent: number;
  readonly reply?: { readonly at: number; readonly text: string };
}

const samples: readonly DemoFeedback[] = [
  {
    by: 'citizen',
    category: 'Praise',
    title: 'The clerk at counter 1 stayed late for us',
    description: '<p>It was past four and the line was long. She helped <strong>every one of us</strong>.</p>',
    sent: 30,
    reply: { at: 28, text: 'Thank you for telling us. We have passed your words on to her.' },
  },
  {
    by: 'citizen',
    category: 'Suggestion',
    title: 'Say in the list how long an answer usually takes',
    description: '<p>Then I would know whether to wait or to ask.</p>',
    sent: 9,
  },
  {
    by: 'citizen2',
    category: 'Service quality',
    title: 'Answers come faster than last year',
    description: '<p>Two complaints, two answers within a week.</p>',
    sent: 16,
    reply: { at: 12, text: 'We are glad to hear it, and will try to keep it so.' },
  },
];

/** Files the sample feedback and answers some of it. */
export async function sendDemoFeedback(services: Services): Promise<void> {
  for (const { by, category, title, description, sent, reply } of samples) {
    const input = { category: categoryId('feedback', category), title, description };
    const id = await submitFeedback(daysAgo(services, sent), accountId(demoAccounts[by]), input, []);
    if (!reply) continue;
    const at = daysAgo(services, reply.at).clock.now();
    const replierId = accountId(demoAccounts.administrator);
    await setFeedbackReply(services.db, id, { text: reply.text, replierId, at });
  }
}
