import { addTextField } from './custom-fields.ts';
import { putInUnit } from './units.ts';
import {
  type Action,
  type IdentityAccess,
  type NewComplaint,
  rejectReasons,
  type State,
  transitionComplaint as stepEndpoint,
  transitionOf,
} from '@baraza/contract';
import { and, eq, isNotNull } from 'drizzle-orm';
import { account, complaint, complaintEvent, notification, recusal } from '../../src/db/schema/tables.ts';
import { submitComplaint } from '../../src/features/complaint/submit/submit-complaint.ts';
import type { SubmitRequest } from '../../src/features/complaint/submit/draft-complaint.ts';
import type { TransitionCommand } from '../../src/domain/step.ts';
import { transitionComplaint } from '../../src/features/complaint/transition/transition-complaint.ts';
import type { Person } from './people.ts';
import type { TestApp } from './server/app.ts';

/** An MDA with its people, and complaints about it. */
export interface Scene {
  readonly mdaId: string;
  readonly categoryId: string;
  readonly citizen: Person;
  readonly officer: Person;
  readonly supervisor: Person;
  /** Works at another MDA, which takes complaints too. */
  readonly neighbour: Person;
  /** The fields of a complaint that the server accepts. */
  fields(given?: Partial<NewComplaint>): NewComplaint;
  /** Files a complaint of the citizen, or of another one. */
  file(given?: Partial<NewComplaint>, by?: Person, request?: Partial<SubmitRequest>): Promise<string>;
  /** Files a complaint and moves it to a state. */
  fileIn(state: State, given?: Partial<NewComplaint>): Promise<string>;
  /** Fields that an action requires in this scene. */
  wordsFor(action: Action): Promise<Words>;
  /** Recuses the officer as after an undecided mention in the complaint. */
  mention(complaintId: string): Promise<void>;
  /** Takes a step with its required fields. */
  act(person: Person, complaintId: string, action: Action, more?: Partial<TransitionCommand>): Promise<void>;
}

/** The shortest way to each state. */
const ways: Record<State, readonly Action[]> = {
  received: [],
  transfer_offered: ['offerTransfer'],
  transfer_undecided: ['offerTransfer', 'declineTransfer', 'offerTransfer', 'declineTransfer'],
  in_progress: ['start'],
  awaiting_citizen: ['start', 'ask'],
  appeal: ['proposeRejection', 'reject', 'appeal'],
  resolved: ['start', 'resolve'],
  withdrawn: ['withdraw'],
  rejected: ['proposeRejection', 'reject'],
  merged: ['merge'],
};

export async function createScene(api: TestApp, identityAccess?: IdentityAccess): Promise<Scene> {
  const { id: mdaId } = await api.mda({ identityAccess });
  const categoryId = await api.category();
  const citizen = await api.citizen();
  const officer = await api.officer(mdaId);
  const supervisor = await api.staff('supervisor', mdaId);
  const { id: otherMdaId } = await api.mda({ identityAccess });
  const neighbour = await api.officer(otherMdaId);

  const fields: Scene['fields'] = (given = {}) => ({
    mda: mdaId,
    category: categoryId,
    title: 'No water since Monday',
    description: '<p>The tap is dry.</p>',
    location: 'Hill Road 4',
    incidentDate: api.clock.now().toISOString().slice(0, 10),
    ...given,
  });
  const file: Scene['file'] = async (given = {}, by = citizen, request = {}) => {
    const whole = { fields: fields(given), files: [], key: undefined, ...request };
    return (await submitComplaint(api.services, by.caller, whole)).id;
  };
  const wordsFor: Scene['wordsFor'] = async (action) => {
    const mda = transitionOf(action).needs?.includes('mda') ? otherMdaId : undefined;
    const needed = (need: 'requester' | 'person') =>
      transitionOf(action).needs?.includes(need) ? officer.id : undefined;
    const parent = action === 'merge' ? await file() : undefined;
    const category = action === 'categorise' ? await api.category() : undefined;
    const unit = action === 'setUnit' ? await putInUnit(api, mdaId, []) : undefined;
    const fields = action === 'setFields' ? { [await addTextField(api, mdaId, categoryId)]: 'A-17' } : undefined;
    return {
      ...wordsOf(action),
      category,
      unit,
      fields,
      mda,
      requester: needed('requester'),
      person: needed('person'),
      parent,
    };
  };
  const act: Scene['act'] = async (person, complaintId, action, more = {}) => {
    await transitionComplaint(api.services, person.caller, {
      complaintId,
      action,
      ...(more.parent === undefined ? await wordsFor(action) : wordsOf(action)),
      ...more,
    });
  };

  const mention: Scene['mention'] = async (complaintId) => {
    await act(supervisor, complaintId, 'recuse');
    const undecided = { why: 'mentioned', decidedBy: null, reason: null } as const;
    await api.services.db.update(recusal).set(undecided).where(eq(recusal.complaintId, complaintId));
  };

  const movers: Partial<Record<Action, Person>> = {
    withdraw: citizen,
    appeal: citizen,
    declineTransfer: neighbour,
    reject: supervisor,
  };
  const fileIn: Scene['fileIn'] = async (state, given) => {
    const id = await file(given);
    for (const action of ways[state]) await act(movers[action] ?? officer, id, action);
    return id;
  };
  return { mdaId, categoryId, citizen, officer, supervisor, neighbour, fields, file, fileIn, wordsFor, mention, act };
}

/** Takes a step over HTTP on the current version of the complaint. */
export async function takeStep(api: TestApp, person: Person, id: string, action: string, words: object = {}) {
  const { version } = (await rowOf(api, id)).row;
  return person.call(stepEndpoint, { params: { id, action }, body: { ...words, version } });
}

/** Makes a scene whose steps are a minute apart. */
export async function createSlowScene(api: TestApp): Promise<Scene> {
  const scene = await createScene(api);
  return { ...scene, act: (...step) => (api.clock.advance(60_000), scene.act(...step)) };
}

/** Reads a complaint's row. */
export async function rowOf({ services: { db } }: TestApp, id: string) {
  const [row] = await db.select().from(complaint).where(eq(complaint.id, id));
  const events = await db
    .select()
    .from(complaintEvent)
    .where(eq(complaintEvent.complaintId, id))
    .orderBy(complaintEvent.seq);
  if (!row) throw new Error('There is no such complaint.');
  return { row, events };
}

/** Reads the staff notifications about one complaint or all, oldest first. */
export async function newsRows({ services: { db } }: TestApp, id?: string) {
  const rows = await db
    .select({ email: account.email, kind: notification.kind, mailed: notification.mailedAt })
    .from(notification)
    .innerJoin(account, eq(account.id, notification.accountId))
    .where(and(isNotNull(notification.kind), id === undefined ? undefined : eq(notification.complaintId, id)))
    .orderBy(notification.seq);
  return rows.map(({ email, kind, mailed }) => ({ email, kind: kind ?? '', isMailed: mailed !== null }));
}

export type Words = Pick<
  TransitionCommand,
  'text' | 'reason' | 'assignee' | 'category' | 'mda' | 'parent' | 'days' | 'requester' | 'person'
>;

/** Fields that an action requires, in words that a test can look for. */
export function wordsOf(action: Action): Omit<Words, 'category' | 'mda' | 'parent' | 'requester' | 'person'> {
  const needs = transitionOf(action).needs ?? [];
  return {
    ...(needs.includes('text') && { text: `The words of ${action}` }),
    ...((needs.includes('reason') || action === 'liftRecusal') && {
      reason: action === 'proposeRejection' ? rejectReasons[0] : `The reason of ${action}`,
    }),
    ...(needs.includes('assignee') && { assignee: null }),
    ...(needs.includes('days') && { days: 3 }),
    ...(needs.includes('tags') && { tags: ['flood'] }),
    ...(needs.includes('priority') && { priority: 'high' as const }),
    ...(needs.includes('call') && { call: 'reached' as const }),
    ...(needs.includes('followUp') && { followUp: '2026-05-08' }),
  };
}
