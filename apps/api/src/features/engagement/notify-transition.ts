import type { Action, FilingChange, StaffEmailKind } from '@baraza/contract';
import { transitionOf } from '@baraza/contract/complaint/lifecycle';
import type { Caller } from '../../auth/session/caller.ts';
import type { Database } from '../../db/database.ts';
import type { PublicAction } from '../../db/schema/tables.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { inEnglish, phrase, type Words } from '../../texts/words.ts';
import type { Services } from '../../services.ts';
import { insertNotification } from './notification/notification.store.ts';
import { notifyStaff } from './notification/notify-staff.ts';
import { redactStep } from '../../domain/redact-person.ts';
import { solvedLinkOf } from '../complaint/solved-link/solved-token.ts';
import { findMdaName, listDuplicates, nameOfCitizen } from '../complaint/merge/duplicate.store.ts';
import { type PastEvent, readEvents } from '../complaint/record/event.store.ts';
import type { EventFacts, EventWords } from '../complaint/record/sealed-event.ts';
import type { ComplaintState, TransitionCommand } from '../../domain/apply-transition.ts';
import type { LockedComplaint } from '../complaint/record/transition.store.ts';
import { portalLink, updateOf } from './updates.ts';

interface Transitioned {
  readonly caller: Caller;
  readonly command: TransitionCommand;
  readonly before: LockedComplaint;
  readonly after: ComplaintState;
  readonly event: EventFacts & EventWords;
  readonly past: readonly PastEvent[];
}

/** Notifies the citizen, and the citizens of duplicates, of a step by staff. */
export async function notifyCitizens(tx: Database, services: Services, transitioned: Transitioned): Promise<void> {
  const { caller, command, before, event } = transitioned;
  const { visibility, quiet } = transitionOf(command.action);
  if (caller.role === 'citizen' || visibility !== 'public' || quiet) return;
  const mdaName = await officeOf(tx, transitioned);
  const solvedLink = command.action === 'resolve' ? solvedLinkOf(services, event, before.citizenEmail) : undefined;
  await notifyCitizen(tx, services, { ...before, mdaName }, await wordsForCitizen(tx, event), solvedLink);
  await notifyDuplicates(tx, services, before, event);
}

/** Name of the office that a step is about: of a disclosed identity, the one that reads it. */
async function officeOf(tx: Database, { command, before, after, event }: Transitioned): Promise<string> {
  if (command.action === 'discloseIdentity') {
    const reader = event.data?.['mda'];
    return typeof reader === 'string' ? findMdaName(tx, reader) : 'Oversight';
  }
  const isMoved = after.mdaId !== before.mdaId || command.action === 'decideTransfer';
  return isMoved ? findMdaName(tx, after.mdaId) : before.mdaName;
}

type SaidStep = Pick<EventFacts & EventWords, 'action' | 'at' | 'reason'> & { readonly text: Words | null };

/** Words of a step for its citizen, with the names of what changed. */
async function wordsForCitizen(tx: Database, event: EventFacts & EventWords): Promise<SaidStep> {
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
  return phrase(text, { from: from ?? none, to: to ?? none });
}

/** Notifies and mails the citizen about one step. */
export async function notifyCitizen(
  tx: Database,
  services: Services,
  complaint: Pick<LockedComplaint, 'id' | 'citizenId' | 'citizenEmail' | 'mdaName' | 'title' | 'trackingId'>,
  { action, at, text, reason }: SaidStep,
  solvedLink?: string,
): Promise<void> {
  const { id: complaintId, citizenId: accountId, mdaName, title, trackingId } = complaint;
  const link = portalLink(services.settings.publicUrl, complaintId);
  const update = updateOf({ action, mdaName, title, trackingId, words: [reason, text], link, solvedLink });
  if (!update) return;
  const words = { title: inEnglish(update.title), body: inEnglish(update.body) };
  await insertNotification(tx, { ...words, accountId, complaintId, action, office: mdaName, at });
  await enqueueMail(tx, services, { to: complaint.citizenEmail, citizenId: accountId, complaintId, ...update.mail });
}

/** Steps of a parent that the citizens of its duplicates hear of. A question is for the citizen of the parent alone. */
export const sharedSteps: ReadonlySet<PublicAction> = new Set(['start', 'reply', 'extend', 'resolve', 'reject']);

async function notifyDuplicates(
  tx: Database,
  services: Services,
  parent: LockedComplaint,
  event: EventFacts & EventWords,
): Promise<void> {
  if (!sharedSteps.has(event.action)) return;
  const duplicates = await listDuplicates(tx, parent.id);
  if (duplicates.length === 0) return;
  const person = await nameOfCitizen(tx, parent.citizenId);
  const words = redactStep(person, event);
  for (const duplicate of duplicates)
    await notifyCitizen(tx, services, { ...duplicate, mdaName: parent.mdaName }, words);
}

type Told = readonly [kind: StaffEmailKind, ...named: (string | null | undefined)[]];

const emailsOfAction: Partial<Record<Action, (step: Transitioned) => readonly Told[]>> = {
  assign: () => [['assigned']],
  answer: () => [['answered']],
  addEvidence: () => [['evidenceAdded']],
  // The step has taken the assignment off.
  reopen: ({ before, past }) => [['reopened', before.assigneeId ?? actorOfLast(past, 'resolve')]],
  appeal: () => [['appealed']],
  upholdAppeal: ({ past }) => [['appealUpheld', actorOfLast(past, 'resolve', 'proposeRejection')]],
  note: ({ command }) => [['mentioned', ...(command.mentions ?? [])]],
  offerTransfer: () => [['transferOffered']],
  declineTransfer: ({ after, past }) => {
    const declined = ['transferDeclined', actorOfLast(past, 'offerTransfer')] as const;
    return after.state === 'transfer_undecided' ? [declined, ['transferUndecided']] : [declined];
  },
  recuse: ({ caller, before, after }) =>
    before.assigneeId === caller.accountId && after.recusedStaff.includes(caller.accountId) ? [['givenUp']] : [],
  proposeRejection: () => [['rejectionProposed']],
  reject: ({ before }) => [['rejectionApproved', before.rejectionProposedBy]],
  returnRejection: ({ before }) => [['rejectionReturned', before.rejectionProposedBy]],
  requestIdentity: () => [['identityRequested']],
  discloseIdentity: ({ command }) => [['identityDisclosed', command.requester]],
  denyIdentity: ({ command }) => [['identityDenied', command.requester]],
};

/** Notifies the staff whom a step concerns. */
export async function notifyStaffOfStep(tx: Database, services: Services, step: Transitioned): Promise<void> {
  const { command, before, event } = step;
  const about = { complaint: before, actorId: event.actorId, step: event.seq, at: event.at };
  for (const [kind, ...people] of emailsOfAction[command.action]?.(step) ?? []) {
    const named = people.filter((id) => typeof id === 'string');
    await notifyStaff(tx, services, { ...about, kind, named });
  }
}

function actorOfLast(past: readonly PastEvent[], ...actions: readonly string[]): string | null | undefined {
  return past.findLast(({ action }) => actions.includes(action))?.actorId;
}
