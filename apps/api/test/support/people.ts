import type { Call, IdentityAccess, Role, StaffRole } from '@baraza/contract';
import type { Caller } from '../../src/auth/session/caller.ts';
import { hashPassword } from '../../src/auth/password/password.ts';
import type { Services } from '../../src/services.ts';
import { findCaller, insertSession } from '../../src/auth/session/session.store.ts';
import { account, category, jurisdiction, mda } from '../../src/db/schema/tables.ts';

/** A signed-in person of a test. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly caller: Caller;
  /** Calls any endpoint of the contract as this person over the real app; throws ApiError. */
  readonly call: Call;
}

export interface People {
  citizen(given?: { email?: string; firstName?: string; lastName?: string }): Promise<Person>;
  /** Staff; officers and supervisors need an MDA. */
  staff(
    role: StaffRole,
    mdaId?: string,
    given?: { email?: string; firstName?: string; lastName?: string },
  ): Promise<Person>;
  officer(mdaId: string): Promise<Person>;
  agent(centre: string, phone?: string): Promise<Person>;
  mda(given?: {
    name?: string;
    jurisdictions?: readonly string[];
    identityAccess?: IdentityAccess | undefined;
  }): Promise<{ id: string; jurisdictionIds: string[] }>;
  category(kind?: 'complaint' | 'feedback', name?: string): Promise<string>;
}

/** Password of everybody in a test; hashed once, since that is slow by design. */
const password = 'umbrella over the river 7';
let hash: Promise<string> | undefined;
let count = 0;

/** Inserts people, MDAs and categories into the database as the app would. */
export function createPeople(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  callAs: (token: string) => Call,
): People {
  const lives = settings.sessions;

  async function person(role: Role, given: Partial<typeof account.$inferInsert>) {
    const id = crypto.randomUUID();
    const now = clock.now();
    count += 1;
    const { email = `${role}${count}@people.example`, firstName = 'Ada', lastName = `Obi ${count}` } = given;
    const passwordHash = await (hash ??= hashPassword(password));
    await db
      .insert(account)
      .values({ ...given, id, role, email, firstName, lastName, passwordHash, emailVerifiedAt: now, createdAt: now });
    const token = await insertSession(db, { accountId: id, role, userAgent: 'test', now, lives });
    const caller = await findCaller({ reads: db, scoped: () => db }, { token, now, lives });
    if (!caller) throw new Error('The session is not alive.');
    return { id, email, password, token, caller, call: callAs(token) };
  }

  return {
    citizen: (given = {}) => person('citizen', given),
    staff: (role, mdaId, given = {}) => person(role, { ...given, ...(mdaId !== undefined && { mdaId }) }),
    officer: (mdaId) => person('officer', { mdaId }),
    agent: (centre, phone) => person('agent', { centre, phone }),
    async mda({ name, jurisdictions = [], identityAccess } = {}) {
      const id = crypto.randomUUID();
      count += 1;
      const jurisdictionAllowed = jurisdictions.length > 0;
      const row = { id, name: name ?? `MDA ${count}`, jurisdictionAllowed, identityAccess, createdAt: clock.now() };
      await db.insert(mda).values(row);
      const rows = jurisdictions.map((place) => ({ id: crypto.randomUUID(), mdaId: id, name: place }));
      if (rows.length > 0) await db.insert(jurisdiction).values(rows);
      return { id, jurisdictionIds: rows.map((row) => row.id) };
    },
    async category(kind = 'complaint', name) {
      const id = crypto.randomUUID();
      count += 1;
      await db.insert(category).values({ id, kind, name: name ?? `Category ${count}` });
      return id;
    },
  };
}
