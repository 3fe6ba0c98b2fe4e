import { type Action, isWorked, message, staffMessage, type State, tagsMax } from '@baraza/contract';
import type { EventDatum } from '../db/schema/complaint-tables.ts';
import { AppError, conflict, validation } from '../http/errors.ts';
import type { Actor } from './actor.ts';
import type { ComplaintState } from './apply-transition.ts';
import { enterFields, type ValuedField } from './custom-field.ts';
import type { EarlierReply, Step, TransitionCommand } from './step.ts';
import { disclosedUntil, type IdentityState, shownUnasked } from './identity-access.ts';
import type { TimerEvent } from './sla-timer.ts';

/** Records that a command refers to, as read from the database; only those its action needs. */
export interface References {
  /** Whether the MDA, category or jurisdiction that the command names can be chosen. */
  readonly isMda?: boolean;
  readonly isCategory?: boolean;
  readonly isJurisdiction?: boolean;
  /** Ids of the named people who work at the MDAs concerned. */
  readonly colleagues?: readonly string[];
  /** Whether the named unit is one of the MDA. */
  readonly isUnit?: boolean;
  /** Whether a wall keeps the assignee after the step from the complaint. */
  readonly isWalledOff?: boolean;
  readonly parent?: { readonly mdaId: string; readonly state: State } | undefined;
  readonly hasDuplicates?: boolean;
  /** Whether the recusal of the person waits for a decision. */
  readonly isUndecided?: boolean;
  /** False for an erased and for an anonymous citizen. */
  readonly hasIdentity?: boolean;
  readonly identityRequest?: RequestedIdentity | undefined;
  /** Whether a recent change of access keeps names from the caller for now. */
  readonly areNamesWithheld?: boolean;
  readonly proposal?: Words;
  /** Custom fields offered for the complaint, or with a value. */
  readonly fields?: readonly ValuedField[];
  readonly earlierReply?: EarlierReply | undefined;
}

/** An open request for an identity: the office it comes from, where null is oversight, and why. */
export interface RequestedIdentity {
  readonly by: { readonly id: string };
  readonly mdaId: string | null;
  readonly reason: string | null;
}

interface Words {
  readonly text: string | null;
  readonly reason: string | null;
}

/** A complaint with what its actions depend on. */
interface PlannedComplaint extends ComplaintState, Pick<IdentityState, 'identity' | 'identityAccess'> {
  /** Whether the MDA has no eligible staff, so that oversight decides. */
  readonly hasNoStaff: boolean;
}

interface Situation {
  readonly before: PlannedComplaint;
  /** Events so far, oldest first. */
  readonly past: readonly TimerEvent[];
  readonly references: References;
  readonly now: Date;
}

/** Decides the step of an allowed, complete command. @throws AppError where a person, MDA or complaint it names does not fit */
export function decideStep(caller: Actor, command: TransitionCommand, situation: Situation): Step {
  requireFitting[command.action]?.(caller, command, situation);
  const { before, references, now: at } = situation;
  const { text, reason } = wordsOf(command, references);
  const people = peopleOf(command);
  const { heldAs: hold, mail } = command;
  const origin = hold || mail ? { ...(hold && { hold }), ...(mail && { mail }) } : null;
  const data = dataOf[command.action]?.({ command, before, references }) ?? null;
  const { earlierReply } = references;
  const entered =
    command.action === 'setFields'
      ? enterFields(before.customFields, command.fields ?? {}, references.fields ?? [])
      : undefined;
  if (entered?.names.length === 0) throw validation({ fields: staffMessage.doneMeanwhile });
  return {
    ...command,
    ...(command.action === 'setUnit' && { assignee: references.isWalledOff ? null : undefined }),
    at,
    actorId: caller.accountId,
    earlierReply,
    people,
    text,
    reason,
    data: origin ? { ...data, ...origin } : data,
    ...(entered && { customFields: entered.values, text: entered.text, data: { fields: entered.names } }),
  };
}

/** Returns the words of a step. The citizen reads the reason of an identity request and the words of a proposed rejection. */
function wordsOf(command: TransitionCommand, { proposal, identityRequest }: References): Words {
  if (command.action === 'reject' && proposal) return proposal;
  const text = command.text || null;
  if (command.action === 'discloseIdentity') return { text, reason: identityRequest?.reason ?? null };
  return { text, reason: command.reason || null };
}

const peopleOf = ({ person }: TransitionCommand) => (person === undefined ? [] : [person]);

type Check = (caller: Actor, command: TransitionCommand, situation: Situation) => void;

/** Refuses people, MDAs and complaints that do not fit the action. */
const requireFitting: Partial<Record<Action, Check>> = {
  assign: (caller, { assignee = null, reason }, situation) => requireAssignable(caller, assignee, situation, reason),
  start: (caller, _, situation) => {
    if (situation.before.assigneeId === null) requireAssignable(caller, caller.accountId, situation);
  },
  tag: (_, { tags = [] }, { before }) => {
    if (new Set([...before.tags, ...tags]).size > tagsMax) throw validation({ tags: staffMessage.tooManyTags });
  },
  setUnit: (_, { unit }, { before, references }) => {
    if (unit === before.unitId) throw validation({ unit: staffMessage.doneMeanwhile });
    if (unit && !references.isUnit) throw validation({ unit: staffMessage.unitForeign });
  },
  categorise: requireOtherFiling,
  offerTransfer: (_, { mda }, { before, references }) => requireMda(mda, references, mda === before.mdaId),
  decideTransfer: (_, { mda }, { before, references }) =>
    // Oversight may decide that a complaint stays that two MDAs declined.
    requireMda(mda, references, before.hasNoStaff && mda === before.mdaId),
  merge: requireParent,
  note: requireMentionable,
  call: (_, { followUp }, { before }) => {
    if (followUp && !isWorked(before.state)) throw validation({ followUp: message.stateForbids });
  },
  recuse: requireRecusable,
  confirmRecusal: requireRecusal,
  liftRecusal: requireRecusal,
  requestIdentity: requireIdentityRequest,
  discloseIdentity: (caller, { requester }, { references }) => {
    requireOtherRequester(caller, requester);
    if (!references.hasIdentity) throw conflict(staffMessage.identityGone);
    if (!references.identityRequest) throw conflict(staffMessage.doneMeanwhile);
  },
  denyIdentity: (caller, { requester }, { references }) => {
    requireOtherRequester(caller, requester);
    if (!references.identityRequest) throw conflict(staffMessage.doneMeanwhile);
  },
};

/** Officers take a complaint, give theirs back or hand it over with a note; supervisors assign any. */
function requireAssignable(
  caller: Actor,
  assignee: string | null,
  { before, references }: Situation,
  note?: string,
): void {
  const isOwn = (id: string | null) => id === null || id === caller.accountId;
  const isHarmless = isOwn(assignee) && (assignee !== null || isOwn(before.assigneeId));
  const isHandedOver = assignee !== null && before.assigneeId === caller.accountId;
  // A program takes nothing itself: it gives what nobody has to one who could take it.
  const isLimited = caller.role === 'officer' && !isHarmless && !(caller.scopes && before.assigneeId === null);
  if (isLimited && !isHandedOver) throw new AppError('FORBIDDEN', staffMessage.assignOthers);
  if (assignee === null || assignee === before.assigneeId) return;
  if (isLimited && !note) throw validation({ reason: message.required });
  if (!references.colleagues?.includes(assignee)) throw validation({ assignee: staffMessage.assigneeForeign });
  if (references.isWalledOff) throw validation({ assignee: staffMessage.assigneeWalled });
  if (before.recusedStaff.includes(assignee)) throw validation({ assignee: staffMessage.assigneeRecused });
}

function requireOtherFiling(_: Actor, command: TransitionCommand, { before, references }: Situation): void {
  const { category, jurisdiction } = command;
  const isRecategorised = category !== before.categoryId;
  const isMoved = jurisdiction !== undefined && jurisdiction !== before.jurisdictionId;
  if (!isRecategorised && !isMoved) throw validation({ category: staffMessage.filedSame });
  if (isRecategorised && !references.isCategory) throw validation({ category: message.invalid });
  if (isMoved && !references.isJurisdiction) throw validation({ jurisdiction: message.jurisdictionForeign });
}

function requireMda(mda: string | undefined, { isMda }: References, isSelf: boolean): void {
  if (isSelf) throw validation({ mda: staffMessage.transferSelf });
  if (mda && !isMda) throw validation({ mda: staffMessage.transferMda });
}

function requireParent(_: Actor, __: TransitionCommand, { before, references }: Situation): void {
  const { parent, hasDuplicates } = references;
  // A complaint of another MDA, or one the caller is recused from, gets the same refusal as one that does not exist.
  const fits = parent?.mdaId === before.mdaId && (isWorked(parent.state) || parent.state === 'resolved');
  if (!fits) throw validation({ parent: staffMessage.parentUnknown });
  if (hasDuplicates) throw conflict(staffMessage.parentOfOthers);
}

function requireMentionable(_: Actor, { mentions = [] }: TransitionCommand, { before, references }: Situation): void {
  if (!mentions.every((id) => references.colleagues?.includes(id)))
    throw validation({ mentions: staffMessage.mentionForeign });
  if (mentions.some((id) => before.recusedStaff.includes(id)))
    throw validation({ mentions: staffMessage.mentionRecused });
}

/** Officers may recuse only themselves; others may recuse any staff of the MDAs concerned. */
function requireRecusable(caller: Actor, { person }: TransitionCommand, { before, references }: Situation): void {
  if (!person) return;
  if (caller.role === 'officer' && person !== caller.accountId)
    throw new AppError('FORBIDDEN', staffMessage.recuseOthers);
  if (before.recusedStaff.includes(person)) throw validation({ person: staffMessage.doneMeanwhile });
  if (person === caller.accountId || references.colleagues?.includes(person)) return;
  throw validation({ person: staffMessage.personForeign });
}

function requireRecusal(_: Actor, command: TransitionCommand, { before, references }: Situation): void {
  const { action, person, reason } = command;
  if (!person) return;
  if (!before.recusedStaff.includes(person)) throw validation({ person: staffMessage.doneMeanwhile });
  if (references.isUndecided) return;
  if (action === 'confirmRecusal') throw conflict(staffMessage.doneMeanwhile);
  if (!reason) throw validation({ reason: message.required });
}

function requireIdentityRequest(caller: Actor, _: TransitionCommand, situation: Situation): void {
  const { before, past, references, now } = situation;
  if (!references.hasIdentity) throw conflict(staffMessage.identityGone);
  const unasked = references.areNamesWithheld ? undefined : shownUnasked(caller, before);
  const isShown = unasked ?? disclosedUntil(past, caller.accountId, now);
  if (references.identityRequest || isShown) throw conflict(staffMessage.doneMeanwhile);
}

function requireOtherRequester(caller: Actor, requester: string | undefined): void {
  if (requester === caller.accountId) throw new AppError('FORBIDDEN', staffMessage.identityOwn);
}

interface Allowed {
  readonly command: TransitionCommand;
  readonly before: ComplaintState;
  readonly references: References;
}

const ofRejection = ({ before }: Allowed) => ({ requester: before.rejectionProposedBy });
const ofRecusal = ({ command }: Allowed) => ({ people: peopleOf(command) });
const ofTags = ({ command }: Allowed) => ({ tags: command.tags ?? [] });
const ofEndedOffer = ({ before }: Allowed) => ({ mda: before.offeredToMdaId });

/** Data of the event beside its words: ids alone, and nothing of the citizen. */
const dataOf: Partial<Record<Action, (allowed: Allowed) => Record<string, EventDatum> | null>> = {
  assign: ({ command }) => ({ assignee: command.assignee ?? null }),
  categorise: ({ command, before }) => ({
    category: command.category ?? null,
    categoryBefore: before.categoryId,
    jurisdiction: command.jurisdiction ?? before.jurisdictionId,
    jurisdictionBefore: before.jurisdictionId,
  }),
  tag: ofTags,
  untag: ofTags,
  prioritise: ({ command }) => ({ priority: command.priority ?? 'normal' }),
  setUnit: ({ command, before }) => ({ unit: command.unit ?? null, unitBefore: before.unitId }),
  followUp: ({ command }) => ({ followUp: command.followUp ?? null }),
  call: ({ command: { call = null, followUp } }) => ({ call, ...(followUp && { followUp }) }),
  resolve: ({ command }) => ({ outcome: command.outcome ?? 'solved' }),
  extend: ({ command }) => ({ days: command.days ?? 0 }),
  offerTransfer: ({ command }) => ({ mda: command.mda ?? null }),
  declineTransfer: ofEndedOffer,
  withdrawTransfer: ofEndedOffer,
  acceptTransfer: ({ before }) => ({ mda: before.offeredToMdaId, from: before.mdaId }),
  decideTransfer: ({ command, before }) => ({ mda: command.mda ?? null, from: before.mdaId }),
  merge: ({ command }) => ({ parent: command.parent ?? null }),
  // The MDA whose staff may see it; null is oversight.
  discloseIdentity: ({ command, references }) => ({
    requester: command.requester ?? null,
    mda: references.identityRequest?.mdaId ?? null,
  }),
  denyIdentity: ({ command }) => ({ requester: command.requester ?? null }),
  reject: ofRejection,
  returnRejection: ofRejection,
  recuse: ofRecusal,
  confirmRecusal: ofRecusal,
  liftRecusal: ofRecusal,
  note: ({ command: { mentions = [] } }) => (mentions.length > 0 ? { mentions: [...new Set(mentions)] } : null),
};
