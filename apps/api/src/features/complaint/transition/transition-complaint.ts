import { type Action, limit, message, transitionOf } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { lockCitizenShared } from '../../../auth/account.store.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import type { Database } from '../../../db/database.ts';
import { bypassRowSecurity } from '../../../db/row-security/scope.ts';
import type { EventDatum } from '../../../db/schema/complaint-tables.ts';
import { complaint, file, recusal } from '../../../db/schema/tables.ts';
import { insertFiles, type StoredFile, withStoredFiles } from '../../../files/file.store.ts';
import type { ReceivedFile } from '../../../files/temp-files.ts';
import { forbidden, notFound, validation } from '../../../http/errors.ts';
import { useQuota } from '../../../limits/quota.store.ts';
import type { Services } from '../../../services.ts';
import { recordTransition } from '../../../audit/record-view.ts';
import {
  type RequestedIdentity,
  requireIdentityStep,
  updateIdentityRequests,
} from '../identity/identity-disclosure.ts';
import { recusalFrom } from '../recusal/recusal.store.ts';
import {
  findMentionedAfter,
  notifyFewEligible,
  recordMention,
  withMentionedRecused,
} from '../recusal/recuse-mentioned.ts';
import { toRules } from '../../reference/sla-target.store.ts';
import { taughtBy } from '../suggestion/learn-targets.ts';
import { readPast } from '../record/event.store.ts';
import { type EventFacts, sealEvent, stepFacts } from '../record/sealed-event.ts';
import { readProposal } from '../rejection/rejection.store.ts';
import { applyTransition, type TransitionCommand } from '../../../domain/apply-transition.ts';
import { notifyCitizen, notifyCitizens, notifyStaffOfStep } from '../../engagement/notify-transition.ts';
import { holdReply } from './hold-reply.ts';
import { requireAllowed, requireFitting, requireWords } from './transition-guards.ts';
import * as store from '../record/transition.store.ts';

/** Applies one transition: event, row, notifications and mails in one transaction. */
export async function transitionComplaint(
  services: Services,
  caller: Caller,
  command: TransitionCommand,
  sent: SentAlong = {},
): Promise<void> {
  const { files = [], held = [], claim } = sent;
  const { by, files: takesFiles } = transitionOf(command.action);
  if (!by.includes(caller.role)) throw forbidden();
  if (!takesFiles && files.length + held.length > 0) throw validation({ files: message.invalid });
  return withStoredFiles(services, files, (stored) =>
    services.db.transaction(async (tx) => {
      if (caller.role === 'citizen') await lockCitizenShared(tx, caller.accountId);
      else await store.lockCitizensShared(tx, eq(complaint.id, command.complaintId));
      await claim?.(tx);
      return applyLocked(tx, services, caller, command, { stored, held });
    }),
  );
}

interface SentAlong {
  readonly files?: readonly ReceivedFile[];
  /** Files that a held reply left in the store. */
  readonly held?: readonly StoredFile[];
  /** Takes the key of the request, before anything is read. */
  readonly claim?: (tx: Database) => Promise<void>;
}

async function applyLocked(
  tx: Database,
  services: Services,
  caller: Caller,
  command: TransitionCommand,
  { stored, held }: { readonly stored: readonly StoredFile[]; readonly held: readonly StoredFile[] },
): Promise<void> {
  const files = [...stored, ...held];
  const transition = transitionOf(command.action);
  const at = services.clock.now();
  if (command.action === 'merge' && command.parent) await store.lockPair(tx, command.complaintId, command.parent);
  const before = await store.lockComplaint(tx, caller, command.complaintId, {
    newCycle: transition.opensCycle,
    categoryId: command.action === 'categorise' ? command.category : undefined,
  });
  if (!before) throw notFound();
  const past = await readPast(tx, before.id);
  await requireAllowed(tx, caller, command, before, past, { now: at, days: services.settings.appealDays });
  // The citizen's word on the resolution, said again, changes nothing.
  const isConfirmed = before.confirmedAt !== null;
  if (command.action === (isConfirmed ? 'confirmResolution' : 'revokeConfirmation')) return;
  const given = requireWords(command, files.length);
  await requireFitting(tx, caller, command, before);
  const identityRequest = await requireIdentityStep(tx, caller, command, before, past, at);
  // Those of a held reply were counted when it was held.
  if (stored.length > 0) {
    if ((await tx.$count(file, eq(file.complaintId, before.id))) + stored.length > limit.complaintFiles)
      throw validation({ files: message.complaintFull });
    await useQuota(tx, services, caller.accountId, { complaints: 0, files: stored });
  }
  if (command.hold !== undefined) return holdReply(tx, services, caller, { ...command, hold: command.hold }, files);
  // The citizen reads the reason of the request, or what was proposed.
  const disclosed =
    command.action === 'discloseIdentity' ? { ...given, reason: identityRequest?.reason ?? null } : given;
  const words = command.action === 'reject' ? await readProposal(tx, before.id) : disclosed;
  // The caller is allowed to: a transfer puts the row out of their own reach, and others are notified.
  if (caller.role !== 'citizen') await bypassRowSecurity(tx);

  const data = dataOf[command.action]?.({ command, before, identityRequest }) ?? null;
  const step = { ...command, at, actorId: caller.accountId, people: peopleOf(command), text: words.text, data };
  const planned = applyTransition(before, past, step, toRules(before.rules, services.settings.timeZone));
  const mentioned = await findMentionedAfter(tx, { action: command.action, words, before, after: planned, past });
  const after = withMentionedRecused(planned, mentioned);
  const assigned = after.assigneeId !== before.assigneeId && after.mdaId === before.mdaId;
  const event = {
    ...stepFacts(command.action, before, after, { at, ...actorOf(caller) }),
    ...words,
    language: caller.language ?? null,
    data: assigned ? { ...data, assignee: after.assigneeId } : data,
  };
  const sealed = sealEvent(event);
  await store.recordStep(tx, before, after, sealed);
  const { complaintId, seq } = sealed;
  await insertFiles(tx, files, { accountId: caller.accountId, complaintId, eventSeq: seq, createdAt: at });
  if (mentioned.length > 0)
    await recordMention(tx, services, { ...before, ...after }, { people: mentioned, past: [...past, sealed], at });
  if (caller.role !== 'citizen') {
    await recordRecusal(tx, caller, command, { at, reason: words.reason });
    await updateIdentityRequests(tx, caller, command, { before, after, at });
    await recordTransition(tx, caller, before, { ...event, requester: command.requester });
  }
  const transitioned = { caller, command, before, after, event, past };
  await notifyCitizens(tx, services, transitioned);
  await notifyStaffOfStep(tx, services, transitioned);
  await notifyFewEligible(tx, services, before, { ...before, ...after }, event);
  const kinds = taughtBy[command.action];
  if (kinds) await services.jobs.add(tx, 'learn-targets', { complaintId: before.id, kinds });
  if (command.action === 'withdraw') await detachDuplicates(tx, services, before);
}

async function recordRecusal(
  tx: Database,
  caller: Caller,
  { action, complaintId, person }: TransitionCommand,
  { at, reason }: { readonly at: Date; readonly reason: string | null },
): Promise<void> {
  if (person === undefined) return;
  const decidedBy = caller.accountId;
  const which = recusalFrom(complaintId, person);
  if (action === 'recuse')
    await tx.insert(recusal).values({ complaintId, accountId: person, decidedBy, since: at, reason, why: 'by_hand' });
  if (action === 'confirmRecusal') await tx.update(recusal).set({ decidedBy }).where(which);
  if (action === 'liftRecusal') await tx.delete(recusal).where(which);
}

/** Who the citizen is stands in the complaint, which can lose its person; a fact of the history cannot. */
function actorOf({ role, accountId }: Caller): Pick<EventFacts, 'actorKind' | 'actorId'> {
  return role === 'citizen' ? { actorKind: 'citizen', actorId: null } : { actorKind: 'officer', actorId: accountId };
}

interface AllowedStep {
  readonly command: TransitionCommand;
  readonly before: store.LockedComplaint;
  readonly identityRequest: RequestedIdentity | undefined;
}

const ofRejection = ({ before }: AllowedStep) => ({ requester: before.rejectionProposedBy });
const ofRecusal = ({ command }: AllowedStep) => ({ people: peopleOf(command) });
const ofEndedOffer = ({ before }: AllowedStep) => ({ mda: before.offeredToMdaId });

/** Data of the event beside its words: ids alone, and nothing of the citizen. */
const dataOf: Partial<Record<Action, (step: AllowedStep) => Record<string, EventDatum> | null>> = {
  assign: ({ command }) => ({ assignee: command.assignee ?? null }),
  categorise: ({ command, before }) => ({
    category: command.category ?? null,
    categoryBefore: before.categoryId,
    jurisdiction: command.jurisdiction ?? before.jurisdictionId,
    jurisdictionBefore: before.jurisdictionId,
  }),
  resolve: ({ command }) => ({ outcome: command.outcome ?? 'solved' }),
  extend: ({ command }) => ({ days: command.days ?? 0 }),
  offerTransfer: ({ command }) => ({ mda: command.mda ?? null }),
  declineTransfer: ofEndedOffer,
  withdrawTransfer: ofEndedOffer,
  acceptTransfer: ({ before }) => ({ mda: before.offeredToMdaId, from: before.mdaId }),
  decideTransfer: ({ command, before }) => ({ mda: command.mda ?? null, from: before.mdaId }),
  merge: ({ command }) => ({ parent: command.parent ?? null }),
  // The MDA whose staff may see it; null is oversight.
  discloseIdentity: ({ command, identityRequest }) => ({
    requester: command.requester ?? null,
    mda: identityRequest?.mdaId ?? null,
  }),
  denyIdentity: ({ command }) => ({ requester: command.requester ?? null }),
  reject: ofRejection,
  returnRejection: ofRejection,
  recuse: ofRecusal,
  confirmRecusal: ofRecusal,
  liftRecusal: ofRecusal,
  note: ({ command: { mentions = [] } }) => (mentions.length > 0 ? { mentions: [...new Set(mentions)] } : null),
};

const peopleOf = ({ person }: TransitionCommand) => (person === undefined ? [] : [person]);

/** Nobody's complaint ends because somebody else withdrew theirs: what was handled together with it goes on by itself. */
async function detachDuplicates(tx: Database, services: Services, parent: store.LockedComplaint): Promise<void> {
  const step = { action: 'release', at: services.clock.now(), actorId: null, text: null } as const;
  for (const before of await store.lockDuplicates(tx, parent.id)) {
    const { event } = await store.planAndRecord(tx, services, before, step);
    await notifyCitizen(tx, services, before, event);
  }
}
