import * as contract from '@baraza/contract';
import { recordAuditEvent } from '../../../audit/audit.ts';
import * as accounts from '../../../auth/account.store.ts';
import { mailProgram } from '../../../auth/mails.ts';
import * as store from '../../../auth/program/program.store.ts';
import type { RequestActor } from '../../../auth/session/request-actor.ts';
import type { Database } from '../../../db/database.ts';
import { conflict, forbidden, notFound, validation } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';

/** Lists the programs that the caller answers for. */
export function listPrograms({ services, caller }: Pick<RequestActor, 'services' | 'caller'>) {
  return store.listPrograms(services.db, caller, services.clock.now());
}

/** Creates a token that waits for a second person, and shows it this once. */
export async function requestToken(context: Context<typeof contract.requestToken>) {
  const { services, caller, body } = context;
  const now = services.clock.now();
  const { token, ...kept } = store.newToken();
  const expiresAt = new Date(`${body.expires}T23:59:59.999Z`);
  const days = (expiresAt.getTime() - now.getTime()) / (24 * 3_600_000);
  if (days <= 0 || days > contract.tokenDaysMax) throw validation({ expires: contract.staffMessage.programExpires });
  const program = await services.db.transaction(async (tx) => {
    const mdaId = await mdaFor(tx, context);
    const scopes = [...new Set(body.scopes)];
    const role = mdaId === null ? 'oversight' : scopes.includes('report:read') ? 'supervisor' : 'officer';
    if (scopes.includes('complaint:act') && role !== 'officer')
      throw validation({ scopes: contract.staffMessage.programActs });
    const contactId = await findContact(tx, context, mdaId);
    const request = { contactId, requestedBy: caller.accountId, requestedAt: now };
    const id = await store.insertProgram(tx, { name: body.name, role, mdaId, ...request, ...kept, scopes, expiresAt });
    return announce(tx, context, id, 'requested');
  });
  return { program, token };
}

/** Confirms a program as the other one of the two who decide. */
export async function confirmProgram(context: Context<typeof contract.confirmProgram>) {
  const { services, caller, params } = context;
  await services.db.transaction(async (tx) => {
    const { row, shown } = await lockSeen(tx, context, params.id);
    if (shown.state !== 'waiting') throw conflict(contract.staffMessage.doneMeanwhile);
    const requester = await accounts.findAccountById(tx, row.requestedBy);
    if (!shown.mayConfirm || !requester || requester.disabledAt) throw conflict(contract.staffMessage.programConfirm);
    await store.updateProgram(tx, params.id, { confirmedBy: caller.accountId });
    await announce(tx, context, params.id, 'confirmed');
  });
  return listPrograms(context);
}

/** Ends the access of a program at once, or declines it. */
export async function endProgram(context: Context<typeof contract.endProgram>) {
  const { services, caller, params } = context;
  await services.db.transaction(async (tx) => {
    const { shown } = await lockSeen(tx, context, params.id);
    if (shown.state === 'ended') throw conflict(contract.staffMessage.doneMeanwhile);
    await store.updateProgram(tx, params.id, { endedBy: caller.accountId, endedAt: services.clock.now() });
    await announce(tx, context, params.id, 'ended');
  });
  return listPrograms(context);
}

/** Locks a program that the caller answers for. @throws AppError 404 */
async function lockSeen(tx: Database, { services, caller }: RequestActor, id: string) {
  const row = await store.lockProgram(tx, id);
  const [shown] = await store.listPrograms(tx, caller, services.clock.now(), id);
  if (!row || !shown) throw notFound();
  return { row, shown };
}

/** Records a step, and mails it to those who watch who can read what. */
async function announce(
  tx: Database,
  { services, caller, request }: RequestActor,
  id: string,
  step: 'requested' | 'confirmed' | 'ended',
) {
  const [program] = await store.listPrograms(tx, caller, services.clock.now(), id);
  if (!program) throw notFound();
  const object = { kind: 'program', id, label: program.name };
  const detail = { role: program.role, mda: program.mda?.id ?? null, scopes: program.scopes.join(', ') };
  await recordAuditEvent(tx, services, request, { action: `program.${step}`, object, detail });
  await mailProgram(tx, services, program, step);
  return program;
}

/** The MDA of a new program: a supervisor's own, an administrator's choice, none for oversight. */
async function mdaFor(tx: Database, { caller, body }: Context<typeof contract.requestToken>) {
  const id = body.mda ?? caller.mdaId;
  if (caller.mdaId !== null && id !== caller.mdaId) throw forbidden();
  if (id !== null && caller.role === 'oversight') throw forbidden();
  if (id !== null && !(await accounts.findMda(tx, id))) throw validation({ mda: contract.message.invalid });
  return id;
}

async function findContact(
  tx: Database,
  { caller, body }: Context<typeof contract.requestToken>,
  mdaId: string | null,
): Promise<string> {
  if (body.contact === undefined) return caller.accountId;
  const found = await accounts.findAccount(tx, body.contact, 'mda');
  const isThere = found && !found.disabledAt && (found.mdaId === null || found.mdaId === mdaId);
  if (!isThere) throw validation({ contact: contract.staffMessage.programContact });
  return found.id;
}
