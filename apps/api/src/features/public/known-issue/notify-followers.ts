import { eq } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { knownIssueUpdate } from '../../../db/schema/tables.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import { inEnglish, phrase } from '../../../texts/words.ts';
import type { Services } from '../../../services.ts';
import { newsOfStep } from '../../engagement/updates.ts';
import { insertNotification } from '../../engagement/notification/notification.store.ts';
import { lockNextFollowers } from './known-issue.store.ts';

const batch = 100;

/** Notifies and mails all followers of a known issue once, however often it runs. */
export async function notifyFollowers(services: Services, { updateId }: { updateId: string }): Promise<void> {
  while (await services.db.transaction((tx) => notifyNext(tx, services, updateId)));
}

async function notifyNext(tx: Database, services: Services, updateId: string): Promise<boolean> {
  const next = await lockNextFollowers(tx, updateId, batch);
  const last = next?.followers.at(-1);
  if (!next || !last) return false;
  const { knownIssueId, mdaName, title, text, solved, at } = next.update;
  const action = solved ? 'issueSolved' : 'issueUpdate';
  const news = newsOfStep({ action, mdaName, title });
  if (!news) return false;
  const link = `${services.settings.publicUrl}/known-issue/${knownIssueId}`;
  for (const { accountId, email } of next.followers) {
    const words = { title: inEnglish(news.title), body: inEnglish(news.body) };
    await insertNotification(tx, { ...words, accountId, knownIssueId, action, office: mdaName, at });
    await enqueueMail(tx, services, {
      to: email,
      citizenId: accountId,
      thread: knownIssueId,
      subject: news.title,
      text: [news.body, text, phrase(/*i18n*/ 'Read it here: {link}', { link })],
    });
  }
  await tx.update(knownIssueUpdate).set({ notifiedTo: last.accountId }).where(eq(knownIssueUpdate.id, updateId));
  return next.followers.length === batch;
}
