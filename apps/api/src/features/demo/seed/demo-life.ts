import { transitionOf } from '@baraza/contract/complaint/lifecycle';
import type { Caller } from '../../../auth/session/caller.ts';
import { stableId } from '../../../crypto/digest.ts';
import { pick } from '../../../db/pick.ts';
import { knownIssue, knownIssueUpdate } from '../../../db/schema/tables.ts';
import type { ReceivedFile } from '../../../files/temp-files.ts';
import type { Services } from '../../../services.ts';
import { categoryId } from '../../office/category/reference-data.ts';
import { submitComplaint } from '../../complaint/submit/submit-complaint.ts';
import { transitionComplaint } from '../../complaint/transition/transition-complaint.ts';
import { gather } from '../../public/known-issue/known-issue.store.ts';
import { takeSurvey } from '../../complaint/survey/take-survey.ts';
import * as accounts from './demo-accounts.ts';
import { type DemoComplaint, demoData } from './demo-data.ts';

/** Returns services whose clock is some days behind. */
export function daysAgo(services: Services, days: number): Services {
  const at = new Date(services.clock.now().getTime() - days * 86_400_000);
  return { ...services, clock: { now: () => at } };
}

const dayOf = (services: Services, days: number) => daysAgo(services, days).clock.now().toISOString().slice(0, 10);

/** Ids of the sample complaints by their titles. */
export type Filed = Map<string, string>;

/** Runs a sample complaint through the real commands, with the clock set back. Adds it to `filed`. */
export async function liveThrough(
  services: Services,
  complaint: DemoComplaint,
  files: readonly ReceivedFile[],
  filed: Filed,
) {
  const citizen = callerOf(accounts.demoAccounts[complaint.by]);
  const officer = callerOf(accounts.officersOf(complaint.mda)[0]);
  const request = { fields: fieldsOf(services, complaint), files, key: undefined };
  const { id: complaintId } = await submitComplaint(daysAgo(services, complaint.filed), citizen, request);
  filed.set(complaint.title, complaintId);
  let offeredTo: string | undefined;
  for (const step of complaint.steps) {
    const then = daysAgo(services, step.at);
    if ('rating' in step) {
      await takeSurvey(then, citizen, { complaint: complaintId, rating: step.rating, description: step.text });
    } else {
      const { action, text, reason, to, into } = step;
      const mda = to && accounts.mdaId(to);
      const parent = into && filed.get(into);
      const { by, side } = transitionOf(action);
      const clerk =
        side === 'offered' && offeredTo !== undefined ? callerOf(accounts.officersOf(offeredTo)[0]) : officer;
      const person = action === 'reject' ? callerOf(accounts.approverOf(complaint.mda)) : clerk;
      const command = { complaintId, action, text, reason, mda, parent };
      await transitionComplaint(then, by.includes('citizen') ? citizen : person, command);
      offeredTo = to ?? offeredTo;
    }
  }
}

/** Builds the form of a sample complaint. */
export function fieldsOf(
  services: Services,
  { mda, jurisdiction, category, filed, incident = filed + 2, ...complaint }: Omit<DemoComplaint, 'by'>,
) {
  return {
    ...pick(complaint, ['title', 'description', 'area', 'location']),
    mda: accounts.mdaId(mda),
    mdaJurisdiction: jurisdiction && accounts.jurisdictionId(mda, jurisdiction),
    category: categoryId('complaint', category),
    incidentDate: dayOf(services, incident),
  };
}

/** Returns a sample account as the caller of commands. */
export function callerOf(account: accounts.DemoAccount): Caller {
  const mda = account.mda === undefined ? null : accounts.mdaId(account.mda);
  return { accountId: accounts.accountId(account), role: account.role, mdaId: mda, sessionId: '' };
}

/** Publishes a known issue of the first sample MDA out of its complaints. */
export async function publishDemoIssue(services: Services, filed: Filed, alike: readonly string[]): Promise<void> {
  const { db } = services;
  const { title, text, published, promised, complaints, update } = demoData.knownIssue;
  const { supervisor } = accounts.demoAccounts;
  const [office, ownerId] = [accounts.mdaId(supervisor.mda ?? ''), accounts.accountId(supervisor)];
  const id = stableId('demo known issue');
  const createdAt = daysAgo(services, published).clock.now();
  const promisedDate = dayOf(services, -promised);
  await db.insert(knownIssue).values({ id, mdaId: office, title, text, ownerId, promisedDate, createdAt });
  const gathered = [...complaints.flatMap((name) => filed.get(name) ?? []), ...alike];
  await gather(db, callerOf(supervisor), id, gathered, createdAt);
  const at = daysAgo(services, update.at).clock.now();
  const news = { id: stableId('demo known issue update'), knownIssueId: id, authorId: ownerId, solved: false };
  await db.insert(knownIssueUpdate).values({ ...news, text: update.text, at });
}
