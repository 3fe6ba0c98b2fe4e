import { createHash } from 'node:crypto';
import { login, scopes as allScopes } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { account } from '../../src/db/schema/tables.ts';
import { insertSession } from '../../src/auth/session/session.store.ts';
import type { TestApp } from '../support/server/app.ts';
import type { Scene } from '../support/complaints.ts';
import { fileAsGuest } from '../support/guest.ts';
import { createProgram } from '../support/programs.ts';
import { failure } from '../support/failure.ts';
import { putInUnit } from '../support/units.ts';
import type { Person } from '../support/people.ts';

/**
 * Callers of the matrix. `owner` filed the complaint of the scene; `officer` and `supervisor` work on it. `teamOfficer` and
 * `walledOfficer` are in other units, one behind a wall. `agent` files at a centre. `program` works for the MDA with all scopes, `otherProgram` for another; the other programs have single scopes. `guest` opened another complaint by its receipt code.
 */
export const actors = [
  'nobody',
  'unverified',
  'owner',
  'stranger',
  'officer',
  'otherOfficer',
  'supervisor',
  'otherSupervisor',
  'administrator',
  'oversight',
  'disabled',
  'revoked',
  'asStaff',
  'recusedOfficer',
  'recusedSupervisor',
  'guest',
  'teamOfficer',
  'walledOfficer',
  'program',
  'otherProgram',
  'readProgram',
  'actProgram',
  'fileProgram',
  'eventProgram',
  'reportProgram',
  'oversightProgram',
  'agent',
] as const;

/** The programs among them: whom they are like, and their scopes. */
export const programsOf = {
  program: { like: 'officer', scopes: allScopes },
  otherProgram: { like: 'otherOfficer', scopes: allScopes },
  readProgram: { like: 'officer', scopes: ['complaint:read'] },
  actProgram: { like: 'officer', scopes: ['complaint:act'] },
  fileProgram: { like: 'officer', scopes: ['complaint:file'] },
  eventProgram: { like: 'officer', scopes: ['event:read'] },
  reportProgram: { like: 'supervisor', scopes: ['complaint:read', 'report:read'] },
  oversightProgram: { like: 'oversight', scopes: ['complaint:read', 'report:read', 'event:read'] },
} as const satisfies Partial<Record<(typeof actors)[number], object>>;

const isProgram = (actor: Actor): actor is keyof typeof programsOf => actor in programsOf;
export type Actor = (typeof actors)[number];

/** An actor with a session of their own for one call. */
export interface Visitor {
  readonly email: string;
  readonly accountId: string | undefined;
  readonly sessionId: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether they are recused from the owner's complaints. */
  readonly isRecused: boolean;
  /** Fields that an impostor adds to every query and body. */
  readonly claims: Readonly<Record<string, string>>;
}

/** Creates the accounts of the actors once; the result opens a new session at each call. */
export async function createActors(test: TestApp, scene: Scene): Promise<(actor: Actor) => Promise<Visitor>> {
  const { id: otherMda } = await test.mda();
  const [unverified, disabled] = [await test.citizen(), await test.officer(scene.mdaId)];
  const programs: Partial<Record<Actor, Awaited<ReturnType<typeof createProgram>>>> = {};
  for (const [actor, { like, scopes }] of Object.entries(programsOf)) {
    const role = like === 'otherOfficer' ? 'officer' : like;
    const mdaId = like === 'oversight' ? null : like === 'otherOfficer' ? otherMda : scene.mdaId;
    programs[actor as Actor] = await createProgram(test, { mdaId, role, scopes });
  }
  const people: Record<Exclude<Actor, 'nobody' | keyof typeof programsOf>, Person> = {
    unverified,
    owner: scene.citizen,
    stranger: await test.citizen(),
    officer: scene.officer,
    otherOfficer: await test.officer(otherMda),
    supervisor: scene.supervisor,
    otherSupervisor: await test.staff('supervisor', otherMda),
    administrator: await test.staff('administrator'),
    oversight: await test.staff('oversight'),
    disabled,
    revoked: scene.citizen,
    asStaff: await test.citizen(),
    recusedOfficer: await test.officer(scene.mdaId),
    recusedSupervisor: await test.staff('supervisor', scene.mdaId),
    teamOfficer: await test.officer(scene.mdaId),
    walledOfficer: await test.officer(scene.mdaId),
    agent: await test.agent('Umuahia'),
    guest: { ...(await test.citizen()), id: (await fileAsGuest(test, scene)).accountId },
  };
  const { db, clock } = test.services;
  await db.update(account).set({ emailVerifiedAt: null }).where(eq(account.id, unverified.id));
  await db.update(account).set({ disabledAt: clock.now() }).where(eq(account.id, disabled.id));

  await putInUnit(test, scene.mdaId, [people.teamOfficer]);
  await putInUnit(test, scene.mdaId, [people.walledOfficer], { walled: true });

  const claims = { type: 'mda', role: 'administrator', mda: scene.mdaId };
  return async (actor) => {
    if (actor === 'nobody') return { ...unknown, email: 'nobody@home.example' };
    if (isProgram(actor)) {
      const { id, token } = programs[actor]!;
      const headers = { authorization: `Bearer ${token}` };
      return { ...unknown, email: 'nobody@home.example', accountId: id, sessionId: id, headers };
    }
    const { id, email, password, caller } = people[actor];
    const now = clock.now();
    const token = await insertSession(db, {
      accountId: id,
      role: caller.role,
      userAgent: 'matrix',
      now,
      lives: test.services.settings.sessions,
    });
    const hash = createHash('sha256').update(token).digest();
    const session = await test.pool.query<{ id: string }>('select id from session where token_hash = $1', [hash]);
    const sessionId = session.rows[0]?.id;
    if (actor === 'revoked') await test.pool.query('delete from session where id = $1', [sessionId]);
    if (actor === 'asStaff') await failure(test.call(login, { body: { email, password, type: 'mda' } }));
    return {
      email,
      accountId: id,
      sessionId,
      isRecused: actor === 'recusedOfficer' || actor === 'recusedSupervisor',
      headers: { authorization: `Bearer ${token}`, ...(actor === 'asStaff' && { 'x-role': 'administrator' }) },
      claims: actor === 'asStaff' ? claims : unknown.claims,
    };
  };
}

const unknown: Omit<Visitor, 'email'> = {
  accountId: undefined,
  sessionId: undefined,
  isRecused: false,
  headers: {},
  claims: {},
};
