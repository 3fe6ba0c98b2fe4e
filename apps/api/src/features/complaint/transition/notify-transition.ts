import { transitionOf } from '@baraza/contract/complaint/lifecycle';
import type { Database } from '../../../db/database.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { enqueueMail } from '../../../mail/mailer.ts';
import type { Services } from '../../../services.ts';
import { insertNotification } from '../../notification/notification.store.ts';
import type { TransitionCommand } from './transition-command.ts';
import { findColleagues, type LockedComplaint } from './transition.store.ts';
import type { EventFacts, EventWords } from '../history/event-chain.ts';
import { findMdaName, listDuplicates, nameOfCitizen } from '../duplicate/duplicate.store.ts';
import { findAskerEmail, findDeciders } from '../../identity-disclosure/identity-disclosure.store.ts';
import { updateOf, portalLink, type PublicStep } from './updates.ts';
import type { ComplaintState } from './apply-transition.ts';
import { deskLink, identityDecidedMail, identityMail, mentionMail } from './staff-emails.ts';
import { wordsWithout } from '../../privacy/redact-person.ts';

interface Taken {
  readonly caller: Caller;
  readonly act: TransitionCommand;
  readonly before: LockedComplaint;
  readonly after: ComplaintState;
  readonly event: EventFacts & EventWords;
}

/** Whatever a step by staff has to tell: to the citizen, to those who follow the complaint, and to colleagues. */
export async function notifyTransition(tx: Database, services: Services, taken: Taken): Promise<void> {
  const { caller, act, before, after, event } = taken;
  if (caller.role === 'citizen') return;
  const { visibility, quiet } = transitionOf(act.action);
  if (visibility === 'public' && !quiet) {
    const moved = after.mdaId !== before.mdaId || act.action === 'decideTransfer';
    const mdaName = moved
      ? await findMdaName(tx, after.mdaId)
      : act.action === 'discloseIdentity'
        ? await officeThatSees(tx, event)
        : before.mdaName;
    const words = act.action === 'decideTransfer' ? { ...event, reason: null } : event;
    await tellCitizen(tx, services, { ...before, mdaName }, words);
    await notifyDuplicates(tx, services, before, event);
  }
  if (act.mentions?.length) await tellColleagues(tx, services, before, act.mentions, caller);
  if (act.action === 'requestIdentity') await tellDeciders(tx, services, before, caller);
  if (act.action === 'discloseIdentity' || act.action === 'denyIdentity') await tellAsker(tx, services, before, act);
}

/** Whoever asked for the identity may not be of the MDA that has the complaint: oversight asks too. */
async function officeThatSees(tx: Database, { data }: EventWords): Promise<string> {
  const mdaId = data?.['mda'];
  return typeof mdaId === 'string' ? findMdaName(tx, mdaId) : 'Oversight';
}

async function tellAsker(
  tx: Database,
  services: Services,
  { id, trackingId }: LockedComplaint,
  { action, asker }: TransitionCommand,
): Promise<void> {
  const to = asker && (await findAskerEmail(tx, asker));
  if (!to) return;
  const decided = action === 'discloseIdentity' ? 'shown' : 'refused';
  const mail = identityDecidedMail(decided, { trackingId, link: deskLink(services.settings.publicUrl, id) });
  await enqueueMail(tx, services, { to, ...mail });
}

async function tellDeciders(
  tx: Database,
  services: Services,
  { id, mdaId, trackingId }: LockedComplaint,
  caller: Caller,
): Promise<void> {
  const mail = identityMail({ trackingId, link: deskLink(services.settings.publicUrl, id) });
  for (const to of await findDeciders(tx, { id, mdaId }, caller.accountId)) {
    await enqueueMail(tx, services, { to, ...mail });
  }
}

type Told = Pick<LockedComplaint, 'id' | 'citizenId' | 'citizenEmail' | 'mdaName' | 'title' | 'trackingId'>;

/** The notification and the mail about one step. */
export async function tellCitizen(
  tx: Database,
  services: Services,
  complaint: Told,
  { action, at, text, reason }: Pick<EventFacts & EventWords, 'action' | 'at' | 'text' | 'reason'>,
): Promise<void> {
  const { id: complaintId, citizenId: accountId, mdaName, title, trackingId } = complaint;
  const link = portalLink(services.settings.publicUrl, complaintId);
  const news = updateOf({ action, mdaName, title, trackingId, words: [reason, text], link });
  if (!news) return;
  await insertNotification(tx, { accountId, complaintId, title: news.title, body: news.body, at });
  await enqueueMail(tx, services, { to: complaint.citizenEmail, ...news.mail });
}

/** Which steps of a master its followers hear of. A question is for the citizen of the master alone. */
export const followed: ReadonlySet<PublicStep['action']> = new Set(['start', 'reply', 'extend', 'resolve', 'reject']);

async function notifyDuplicates(
  tx: Database,
  services: Services,
  parent: LockedComplaint,
  event: EventFacts & EventWords,
): Promise<void> {
  if (!followed.has(event.action)) return;
  const duplicates = await listDuplicates(tx, parent.id);
  if (duplicates.length === 0) return;
  const person = await nameOfCitizen(tx, parent.citizenId);
  const words = wordsWithout(person, event);
  for (const duplicate of duplicates) await tellCitizen(tx, services, { ...duplicate, mdaName: parent.mdaName }, words);
}

async function tellColleagues(
  tx: Database,
  services: Services,
  complaint: LockedComplaint,
  ids: readonly string[],
  caller: Caller,
): Promise<void> {
  const link = deskLink(services.settings.publicUrl, complaint.id);
  const mail = mentionMail({ trackingId: complaint.trackingId, link });
  for (const { id, email } of await findColleagues(tx, [...new Set(ids)], complaint.mdaId)) {
    if (id !== caller.accountId) await enqueueMail(tx, services, { to: email, ...mail });
  }
}
