import { scopes as allScopes, type ProgramScope } from '@baraza/contract';
import { insertProgram, newToken, updateProgram } from '../../src/auth/program/program.store.ts';
import { seal } from '../../src/crypto/seal.ts';
import { webhookDelivery } from '../../src/db/schema/tables.ts';
import { newSecret } from '../../src/features/people/program/post-signed.ts';
import type { TestApp } from './server/app.ts';

interface Given {
  /** Null: all MDAs. */
  readonly mdaId: string | null;
  readonly role?: 'officer' | 'supervisor' | 'oversight';
  readonly scopes?: readonly ProgramScope[];
  readonly contactId?: string;
  /** Absent: yes. */
  readonly confirmed?: boolean;
}

/** Inserts a program that two people have confirmed; returns its account, token and calls. */
export async function createProgram(test: TestApp, given: Given) {
  const { mdaId, role = 'officer', scopes = allScopes, contactId, confirmed = true } = given;
  const { db, clock } = test.services;
  const { token, ...kept } = newToken();
  const [requester, now] = [await test.staff('administrator'), clock.now()];
  const id = await insertProgram(db, {
    ...kept,
    name: 'Hospital register',
    role,
    mdaId,
    scopes: [...scopes],
    contactId: contactId ?? requester.id,
    requestedBy: requester.id,
    requestedAt: now,
    expiresAt: new Date(now.getTime() + 30 * 24 * 3_600_000),
  });
  if (confirmed) await updateProgram(db, id, { confirmedBy: requester.id });
  return { id, token, requester, call: test.callAs(token) };
}

/** Inserts a webhook that waits for a second person, with a delivery. */
export async function createWebhook(test: TestApp, mdaId: string) {
  const { db, clock, keys } = test.services;
  const [requester, now] = [await test.staff('administrator'), clock.now()];
  const id = await insertProgram(db, {
    name: 'Hospital register',
    role: 'officer',
    mdaId,
    contactId: requester.id,
    requestedBy: requester.id,
    requestedAt: now,
    url: 'https://register.example/events',
    sealedSecret: seal(keys.webhook, newSecret()),
  });
  const event = { eventId: `${crypto.randomUUID()}-1`, type: 'complaint.submit', body: '{}' };
  const [delivery] = await db
    .insert(webhookDelivery)
    .values({ programId: id, ...event })
    .returning();
  return { id, deliveryId: delivery!.id };
}
