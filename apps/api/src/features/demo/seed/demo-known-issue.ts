import type { Services } from '../../../services.ts';
import { stableId } from '../../../crypto/stable-id.ts';
import { knownIssue, knownIssueUpdate } from '../../../db/schema/tables.ts';
import { findTitled } from '../../complaint/read/related.store.ts';
import { gather } from '../../known-issue/known-issue.store.ts';
import { accountId, demoAccounts, mdaId } from './demo-accounts.ts';
import { demoData } from './demo-data.ts';
import { daysAgo } from './demo-life.ts';

/** Publishes a known issue of the first sample MDA out of its complaints. */
export async function publishDemoIssue(services: Services): Promise<void> {
  const { db } = services;
  const { title, text, published, promised, complaints, update } = demoData.knownIssue;
  const { supervisor } = demoAccounts;
  const [office, ownerId, id] = [mdaId(supervisor.mda ?? ''), accountId(supervisor), stableId('demo known issue')];
  const createdAt = daysAgo(services, published).clock.now();
  const promisedDate = daysAgo(services, -promised).clock.now().toISOString().slice(0, 10);
  await db.insert(knownIssue).values({ id, mdaId: office, title, text, ownerId, promisedDate, createdAt });
  const found = await Promise.all(complaints.map((name) => findTitled(db, office, name)));
  const caller = { accountId: ownerId, role: 'supervisor', mdaId: office } as const;
  await gather(
    db,
    caller,
    id,
    found.flatMap((complaintId) => complaintId ?? []),
    createdAt,
  );
  const at = daysAgo(services, update.at).clock.now();
  const news = { id: stableId('demo known issue update'), knownIssueId: id, authorId: ownerId, solved: false };
  await db.insert(knownIssueUpdate).values({ ...news, text: update.text, at });
}
