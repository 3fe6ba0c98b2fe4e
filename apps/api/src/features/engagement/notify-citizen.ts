import type { FilingChange } from '@baraza/contract';
import type { Database } from '../../db/database.ts';
import { type NotifiedComplaint, type NotifyCitizen, sharedSteps, type TakenEvent } from '../../domain/effects.ts';
import { portalLink } from '../../mail/portal-link.ts';
import { redactStep } from '../../domain/redact-person.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { lanes } from '../../mail/outbox.store.ts';
import { inEnglish, phrase, type Words } from '../../texts/words.ts';
import type { Services } from '../../services.ts';
import { findMdaName, listDuplicates, nameOfCitizen } from '../complaint/merge/duplicate.store.ts';
import { readEvents } from '../complaint/record/event.store.ts';
import { solvedLinkOf } from '../complaint/solved-link/solved-token.ts';
import { insertNotification } from './notification/notification.store.ts';
import { updateOf } from './updates.ts';

/** Notifies the citizen of a step, and the citizens of duplicates that share it. */
export async function notifyCitizens(tx: Database, services: Services, effect: NotifyCitizen): Promise<void> {
  const { complaint, event, officeId } = effect;
  const mdaName = await nameOfOffice(tx, complaint, officeId);
  const solvedLink = event.action === 'resolve' ? solvedLinkOf(services, event, complaint.citizenEmail) : undefined;
  await notifyOne(tx, services, { ...complaint, mdaName }, await wordsForCitizen(tx, event), solvedLink);
  if (sharedSteps.has(event.action)) await notifyDuplicates(tx, services, complaint, event);
}

async function nameOfOffice(tx: Database, complaint: NotifiedComplaint, officeId: string | null): Promise<string> {
  if (officeId === null) return 'Oversight';
  return officeId === complaint.mdaId ? complaint.mdaName : findMdaName(tx, officeId);
}

type SaidStep = Pick<TakenEvent, 'action' | 'at' | 'reason'> & {
  readonly text: Words | null;
  /** Undefined for a step of another complaint. */
  readonly seq?: number;
};

/** Returns the words of a step for its citizen, including a changed category or jurisdiction. */
async function wordsForCitizen(tx: Database, event: TakenEvent): Promise<SaidStep> {
  if (event.action === 'decideTransfer') return { ...event, reason: null };
  if (event.action !== 'categorise') return event;
  const [named] = await readEvents(tx, event.complaintId, event.seq - 1);
  const text = (named?.changes ?? []).map(changeText);
  return { ...event, text };
}

function changeText({ field, from, to }: FilingChange): Words {
  const none = phrase(/*i18n*/ 'none');
  const text =
    field === 'category' ? /*i18n*/ 'Category: from {from} to {to}' : /*i18n*/ 'Jurisdiction: from {from} to {to}';
  const nameOr = (name: string | null) => (name === null ? none : { name });
  return phrase(text, { from: nameOr(from), to: nameOr(to) });
}

async function notifyOne(
  tx: Database,
  services: Services,
  complaint: Omit<NotifiedComplaint, 'mdaId'>,
  { action, at, text, reason, seq }: SaidStep,
  solvedLink?: string,
): Promise<void> {
  const { id: complaintId, citizenId: accountId, mdaName, title, trackingId } = complaint;
  const link = portalLink(services.settings.publicUrl, complaintId);
  const update = updateOf({ action, mdaName, title, trackingId, words: [reason, text], link, solvedLink });
  if (!update) return;
  const words = { title: inEnglish(update.title), body: inEnglish(update.body) };
  const since = new Date(at.getTime() - services.settings.newsWait * 1_000);
  await insertNotification(tx, { ...words, accountId, complaintId, action, office: mdaName, at }, since);
  const to = { to: complaint.citizenEmail, citizenId: accountId, complaintId, step: seq, lane: lanes.news };
  await enqueueMail(tx, services, { ...to, ...update.mail });
}

async function notifyDuplicates(tx: Database, services: Services, parent: NotifiedComplaint, event: TakenEvent) {
  const duplicates = await listDuplicates(tx, parent.id);
  if (duplicates.length === 0) return;
  const person = await nameOfCitizen(tx, parent.citizenId);
  const words = redactStep(person, event);
  for (const duplicate of duplicates) {
    const { seq: _, ...shared } = words;
    await notifyOne(tx, services, { ...duplicate, mdaName: parent.mdaName }, shared);
  }
}
