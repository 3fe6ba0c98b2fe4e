import { type Action, limit, message, transitionOf } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { lockCitizenShared } from '../../../auth/account.store.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import type { Database } from '../../../db/database.ts';
import { complaint, file } from '../../../db/schema/tables.ts';
import { sideOf, requireAllowed, requireComplete } from '../../../domain/allowed-actions.ts';
import type { TransitionCommand } from '../../../domain/step.ts';
import { decideStep } from '../../../domain/decide-step.ts';
import { type StoredFile, withStoredFiles } from '../../../files/file.store.ts';
import type { ReceivedFile } from '../../../files/temp-files.ts';
import { forbidden, notFound, validation, versionConflict } from '../../../http/errors.ts';
import { useQuota } from '../../../limits/quota.store.ts';
import type { Services } from '../../../services.ts';
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
  // A name is shown to a person, and nobody would see that a held reply was not sent.
  if (caller.scopes && (command.action === 'requestIdentity' || command.hold !== undefined)) throw forbidden();
  if (!takesFiles && files.length + held.length > 0) throw validation({ files: message.invalid });
  return withStoredFiles(services, files, (stored) =>
    services.db.transaction(async (tx) => {
      if (caller.role === 'citizen') await lockCitizenShared(tx, caller.accountId);
      else await lockCitizensShared(tx, eq(complaint.id, command.complaintId));
      await claim?.(tx);
      if (!starts) return transitionLocked(tx, services, caller, command, { stored, held });
      const { complaintId, version } = command;
      await transitionLocked(tx, services, caller, { action: 'start', complaintId, version }, noFiles);
      await transitionLocked(tx, services, caller, { ...command, version: undefined }, { stored, held });
    }),
  );
}

interface StoredFiles {
  /** Files of this request. */
  readonly stored: readonly StoredFile[];
  /** Those of a held reply, counted when it was held. */
  readonly held: readonly StoredFile[];
}

const noFiles: StoredFiles = { stored: [], held: [] };

async function transitionLocked(
  tx: Database,
  services: Services,
  caller: Caller,
  asked: TransitionCommand,
  { stored, held }: StoredFiles,
): Promise<void> {
  const { clock, settings } = services;
  const now = clock.now();
  const files = [...stored, ...held];
  const before = await lockFor(tx, caller, asked);
  const past = await readPast(tx, before.id);
  await requireSeen(tx, caller, before, past, asked);
  requireAllowed(caller, asked, before, past, { now, days: settings.appealDays });
  // A repeated answer of the citizen on the resolution changes nothing.
  const isConfirmed = before.confirmedAt !== null;
  if (asked.action === (isConfirmed ? 'confirmResolution' : 'revokeConfirmation')) return;
  requireComplete(asked, files.length);
  const command = await fillWords(tx, services, caller, asked);
  const references = await readReferences(tx, caller, command, { before, now });
  const step = decideStep(caller, command, { before, past, references, now });
  await countFiles(tx, services, caller, before.id, stored);
  if (command.hold !== undefined) return holdReply(tx, services, caller, { ...command, hold: command.hold }, files);
  const effects = await takeStep(tx, services, caller, step, { before, past, files });
  await services.carryOut(tx, services, effects);
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
