import { type Action, isAlongAction, limit, message, staffMessage, transitionOf } from '@baraza/contract';
import { eq, TransactionRollbackError } from 'drizzle-orm';
import { lockCitizenShared } from '../../../auth/account.store.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import type { Database } from '../../../db/database.ts';
import { complaint, file } from '../../../db/schema/tables.ts';
import { isAlreadySo, stepsOf } from '../../../domain/along-steps.ts';
import { sideOf, requireAllowed, requireComplete } from '../../../domain/allowed-actions.ts';
import type { TransitionCommand } from '../../../domain/step.ts';
import { decideStep } from '../../../domain/decide-step.ts';
import { type StoredFile, withStoredFiles } from '../../../files/file.store.ts';
import type { ReceivedFile } from '../../../files/temp-files.ts';
import { AppError, conflict, forbidden, notFound, validation, versionConflict } from '../../../http/errors.ts';
import { useQuota } from '../../../limits/quota.store.ts';
import type { Services } from '../../../services.ts';
import { todayOf } from '../../reference/today.ts';
import { chooseAssignee } from '../record/choose-assignee.ts';
import {
  type PastEvent,
  readEvents,
  readPast,
  toWholeHistory,
  withoutFormerRequests,
  withoutPeople,
} from '../record/event.store.ts';
import { lockCitizensShared, lockComplaint, type LockedComplaint, lockPair } from '../record/lock-complaint.store.ts';
import { readReferences } from './command-references.store.ts';
import { fillWords } from './fill-words.ts';
import { holdReply } from './hold-reply.ts';
import { takeStep } from './take-step.ts';

interface SentAlong {
  readonly files?: readonly ReceivedFile[];
  /** Files that a held reply left in the store. */
  readonly held?: readonly StoredFile[];
  /** Whether work on a received complaint starts with this step. */
  readonly starts?: boolean;
  /** Claims the idempotency key of the request before anything is read. */
  readonly claim?: (tx: Database) => Promise<void>;
}

/** Applies one transition: event, row, notifications and mails in one transaction. @throws AppError */
export async function transitionComplaint(
  services: Services,
  caller: Caller,
  command: TransitionCommand,
  { files = [], held = [], starts = false, claim }: SentAlong = {},
): Promise<void> {
  const { by, files: takesFiles } = transitionOf(command.action);
  if (!by.includes(caller.role)) throw forbidden();
  // Nobody would see that a held reply of a program was not sent.
  if (caller.scopes && command.hold !== undefined) throw forbidden();
  if (!takesFiles && files.length + held.length > 0) throw validation({ files: message.invalid });
  return withStoredFiles(services, files, (stored) =>
    services.db.transaction(async (tx) => {
      if (caller.role === 'citizen') await lockCitizenShared(tx, caller.accountId);
      else await lockCitizensShared(tx, eq(complaint.id, command.complaintId));
      await claim?.(tx);
      const files = { stored, held };
      if (command.hold === undefined) return takeAll(tx, services, caller, stepsOf(command, starts), files);
      if (command.also?.length) await refuseWhatWouldFail(tx, services, caller, command, files);
      await transitionLocked(tx, services, caller, command, files);
    }),
  );
}

/** Takes a command with the steps along with it: all or none. */
async function takeAll(
  tx: Database,
  services: Services,
  caller: Caller,
  { before, main, after }: ReturnType<typeof stepsOf>,
  files: StoredFiles,
): Promise<void> {
  for (const step of before) await takeAlong(tx, services, caller, step);
  await transitionLocked(tx, services, caller, main, files);
  for (const step of after) await takeAlong(tx, services, caller, step);
}

/** Takes a step beside the message. @throws AppError that names it */
async function takeAlong(tx: Database, services: Services, caller: Caller, step: TransitionCommand): Promise<void> {
  try {
    await transitionLocked(tx, services, caller, step, { ...noFiles, isAlong: true });
  } catch (error) {
    const { action } = step;
    const isNamed = error instanceof AppError && error.code !== 'VERSION_CONFLICT' && isAlongAction(action);
    throw isNamed
      ? new AppError(error.code, `${staffMessage[`${action}NotDone`]}\n${error.message}`, error.extra)
      : error;
  }
}

/** Refuses what would be refused when a held command is sent: takes all its steps, and undoes them. */
async function refuseWhatWouldFail(
  tx: Database,
  services: Services,
  caller: Caller,
  command: TransitionCommand,
  files: StoredFiles,
): Promise<void> {
  const silent = { ...services, carryOut: () => Promise.resolve() };
  const trial = tx.transaction(async (inner) => {
    await takeAll(inner, silent, caller, stepsOf({ ...command, hold: undefined }, false), files);
    inner.rollback();
  });
  await trial.catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error;
  });
}

interface StoredFiles {
  /** Files of this request. */
  readonly stored: readonly StoredFile[];
  /** Those of a held reply, counted when it was held. */
  readonly held: readonly StoredFile[];
  /** Whether the step goes along with a message: then it may change nothing. */
  readonly isAlong?: boolean;
}

const noFiles: StoredFiles = { stored: [], held: [] };

async function transitionLocked(
  tx: Database,
  services: Services,
  caller: Caller,
  asked: TransitionCommand,
  { stored, held, isAlong = false }: StoredFiles,
): Promise<void> {
  const { clock, settings } = services;
  const now = clock.now();
  const files = [...stored, ...held];
  const before = await lockFor(tx, caller, asked);
  const past = await readPast(tx, before.id);
  await requireSeen(tx, caller, before, past, asked);
  if (isAlong && isAlreadySo(asked, before)) return;
  requireAllowed(caller, asked, before, past, { now, days: settings.appealDays });
  // A repeated answer of the citizen on the resolution changes nothing.
  const isConfirmed = before.confirmedAt !== null;
  if (asked.action === (isConfirmed ? 'confirmResolution' : 'revokeConfirmation')) return;
  requireComplete(asked, files.length);
  const command = await withAssignee(tx, services, before, await fillWords(tx, services, caller, asked));
  const references = await readReferences(tx, caller, command, { before, now });
  const step = decideStep(caller, command, { before, past, references, now });
  await countFiles(tx, services, caller, before.id, stored);
  if (command.hold !== undefined) return holdReply(tx, services, caller, { ...command, hold: command.hold }, files);
  const effects = await takeStep(tx, services, caller, step, { before, past, files });
  await services.carryOut(tx, services, effects);
}

/** Names the one of several colleagues who gets the complaint. @throws AppError CONFLICT where none of them can */
async function withAssignee(
  tx: Database,
  services: Services,
  before: LockedComplaint,
  command: TransitionCommand,
): Promise<TransitionCommand> {
  if (command.action !== 'assign' || !command.among) return command;
  const assignee = await chooseAssignee(tx, before, { ...command, unit: before.unitId }, todayOf(services));
  if (assignee === undefined) throw conflict(staffMessage.nobodyAmong);
  return { ...command, assignee };
}

/** Locks the complaint and a merge's parent, with the timer rules after the step. */
async function lockFor(tx: Database, caller: Caller, command: TransitionCommand): Promise<LockedComplaint> {
  const { action, complaintId, parent, category } = command;
  if (action === 'merge' && parent) await lockPair(tx, complaintId, parent);
  const categoryId = action === 'categorise' ? category : undefined;
  const before = await lockComplaint(tx, caller, complaintId, {
    newCycle: transitionOf(action).opensCycle,
    categoryId,
  });
  if (!before) throw notFound();
  return before;
}

/** The question that a held decision answers. */
const questions: Partial<Record<Action, Action>> = {
  reject: 'proposeRejection',
  discloseIdentity: 'requestIdentity',
  denyIdentity: 'requestIdentity',
};

/** Refuses a version older than the complaint's, with the events since. */
async function requireSeen(
  tx: Database,
  caller: Caller,
  before: LockedComplaint,
  past: readonly PastEvent[],
  { action, version, heldAs }: TransitionCommand,
): Promise<void> {
  if (version === undefined || version === before.version) return;
  const since = past.filter(({ seq }) => seq > version);
  // Only the state stops a held step; a decision also stops when its question was asked anew.
  if (heldAs !== undefined && !since.some((event) => event.action === questions[action])) return;
  // Events of the system alone do not make a version stale; the state decides.
  if (since.length > 0 && since.every(({ actorKind }) => actorKind === 'system')) return;
  const seen = withoutFormerRequests(await readEvents(tx, before.id, version));
  const readable = caller.role === 'officer' ? seen.map(withoutPeople) : seen;
  throw versionConflict(sideOf(caller, before) === 'holder' ? toWholeHistory(readable) : []);
}

async function countFiles(
  tx: Database,
  services: Services,
  caller: Caller,
  complaintId: string,
  files: readonly StoredFile[],
): Promise<void> {
  if (files.length === 0) return;
  const kept = await tx.$count(file, eq(file.complaintId, complaintId));
  if (kept + files.length > limit.complaintFiles) throw validation({ files: message.complaintFull });
  await useQuota(tx, services, caller.accountId, { complaints: 0, files });
}
