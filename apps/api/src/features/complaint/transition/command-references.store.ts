import type { Action } from '@baraza/contract';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { findMda } from '../../../auth/account.store.ts';
import { areNamesWithheld } from '../../../auth/access/access-change.store.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import type { Database } from '../../../db/database.ts';
import { oneRow } from '../../../db/prepared.ts';
import { complaint, complaintEvent, recusal } from '../../../db/schema/tables.ts';
import { newestReply } from '../../../domain/apply-transition.ts';
import type { TransitionCommand } from '../../../domain/step.ts';
import type { References } from '../../../domain/decide-step.ts';
import { isErasedAddress } from '../../../mail/erased.ts';
import { findCategory } from '../../reference/category.store.ts';
import { readFields } from '../../reference/custom-field.store.ts';
import { listJurisdictions } from '../../reference/mda.store.ts';
import { findColleagues, holdColleague } from '../../reference/staff.store.ts';
import { isUnitOf, isWalledOff } from '../../reference/unit.store.ts';
import { findIdentityRequest } from '../identity/identity-disclosure.ts';
import { findParent, type LockedComplaint } from '../record/lock-complaint.store.ts';
import { visibleTo } from '../record/visibility.ts';
import { recusalFrom } from '../recusal/recusal.store.ts';
import { readProposal } from '../rejection/rejection.ts';

interface Asked {
  readonly db: Database;
  readonly caller: Caller;
  readonly command: TransitionCommand;
  readonly before: LockedComplaint;
  readonly now: Date;
}

/** Looks up the records a command refers to, as far as its action needs them. Assigned colleagues are locked until the transaction ends. */
export async function readReferences(
  db: Database,
  caller: Caller,
  command: TransitionCommand,
  locked: Pick<Asked, 'before' | 'now'>,
): Promise<References> {
  return (await lookUps[command.action]?.({ db, caller, command, ...locked })) ?? {};
}

const lookUps: Partial<Record<Action, (asked: Asked) => Promise<References>>> = {
  assign: (asked) => holdAssignee(asked, asked.command.assignee ?? null),
  start: async (asked) => (asked.before.assigneeId === null ? holdAssignee(asked, asked.caller.accountId) : {}),
  categorise: async ({ db, command: { category = '', jurisdiction }, before }) => {
    const isMoved = jurisdiction !== undefined && jurisdiction !== before.jurisdictionId;
    const jurisdictions = isMoved ? await listJurisdictions(db, before.mdaId) : undefined;
    return {
      isCategory: category === before.categoryId || (await findCategory(db, 'complaint', category)) !== undefined,
      isJurisdiction: jurisdictions?.some(({ id }) => id === jurisdiction) ?? false,
    };
  },
  setUnit: async ({ db, command: { unit = null }, before }) => ({
    isUnit: unit !== null && (await isUnitOf(db, unit, before.mdaId)),
    isWalledOff: before.assigneeId !== null && (await isWalledOff(db, before.assigneeId, unit)),
  }),
  setFields: async ({ db, before }) => ({ fields: await readFields(db, before.id) }),
  offerTransfer: findNamedMda,
  decideTransfer: findNamedMda,
  merge: async ({ db, caller, command, before }) => {
    const isMerged = and(eq(complaint.mergedIntoId, before.id), eq(complaint.state, 'merged'));
    const isOther = command.parent !== undefined && command.parent !== before.id;
    return {
      parent: isOther ? await findParent(db, visibleTo(caller), command.parent) : undefined,
      hasDuplicates: (await db.$count(complaint, isMerged)) > 0,
    };
  },
  note: async ({ db, command: { mentions = [] }, before }) =>
    mentions.length > 0 ? { colleagues: idsOf(await findColleagues(db, mentions, before.mdaId)) } : {},
  recuse: async ({ db, command: { person }, before }) => {
    const offices = [before.mdaId, before.offeredToMdaId].filter((id) => id !== null);
    const colleagues = person === undefined ? [] : offices.map((office) => findColleagues(db, [person], office));
    return { colleagues: (await Promise.all(colleagues)).flatMap(idsOf) };
  },
  confirmRecusal: findRecusal,
  liftRecusal: findRecusal,
  requestIdentity: async (asked) => ({
    ...(await findRequest(asked, asked.caller.accountId)),
    areNamesWithheld: await readWithheld(asked),
  }),
  discloseIdentity: (asked) => findRequest(asked, asked.command.requester),
  denyIdentity: (asked) => findRequest(asked, asked.command.requester),
  withdrawQuestion: async ({ db, before }) => ({ earlierReply: await findEarlierReply(db, before.id) }),
  reject: async ({ db, before }) => ({ proposal: await readProposal(db, before.id) }),
};

async function holdAssignee({ db, before }: Asked, assignee: string | null): Promise<References> {
  if (assignee === null || assignee === before.assigneeId) return {};
  const isHeld = await holdColleague(db, assignee, before.mdaId);
  return { colleagues: isHeld ? [assignee] : [], isWalledOff: await isWalledOff(db, assignee, before.unitId) };
}

async function findNamedMda({ db, command }: Asked): Promise<References> {
  return { isMda: command.mda !== undefined && (await findMda(db, command.mda)) !== undefined };
}

async function findRecusal({ db, command: { complaintId, person } }: Asked): Promise<References> {
  if (!person) return {};
  const isOpen = and(recusalFrom(complaintId, person), isNull(recusal.decidedBy));
  return { isUndecided: (await db.$count(recusal, isOpen)) > 0 };
}

async function readWithheld({ db, caller, before, now }: Asked): Promise<boolean> {
  const [row] = await db.select({ is: areNamesWithheld(caller.accountId, before.mdaId, now) }).from(oneRow);
  return row!.is;
}

async function findRequest({ db, before }: Asked, accountId: string | undefined): Promise<References> {
  return {
    hasIdentity: !isErasedAddress(before.citizenEmail) && before.identity !== 'anonymous',
    identityRequest: accountId === undefined ? undefined : await findIdentityRequest(db, before.id, accountId),
  };
}

/** Finds the reply that counts again once the open question is withdrawn. */
async function findEarlierReply(db: Database, complaintId: string) {
  const { action, text, at, seq } = complaintEvent;
  const isTheirs = eq(complaintEvent.complaintId, complaintId);
  const events = await db.select({ action, text, at }).from(complaintEvent).where(isTheirs).orderBy(asc(seq));
  return newestReply([...events, { action: 'withdrawQuestion', text: null, at: new Date(0) }]);
}

const idsOf = (people: readonly { readonly id: string }[]) => people.map(({ id }) => id);
