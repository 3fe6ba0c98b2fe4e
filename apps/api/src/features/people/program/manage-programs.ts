import * as contract from '@baraza/contract';
import { recordAuditEvent } from '../../../audit/audit.ts';
import * as accounts from '../../../auth/account.store.ts';
import { mailProgram } from '../../../auth/mails.ts';
import * as store from '../../../auth/program/program.store.ts';
import type { RequestActor } from '../../../auth/session/request-actor.ts';
import type { Database } from '../../../db/database.ts';
import { conflict, forbidden, notFound, validation } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';
import { seal } from '../../../crypto/seal.ts';
import { readSize } from '../../log/log.store.ts';
import { isRefusedAddress, newSecret } from './post-signed.ts';
import { openSecrets } from './send-webhooks.ts';
import * as webhooks from './webhook.store.ts';

/** How many former secrets sign beside the present one. */
const formerSecrets = 5;

/** Lists the programs that the caller answers for. */
export function listPrograms({ services, caller }: Pick<RequestActor, 'services' | 'caller'>) {
  return store.listPrograms(services.db, caller, services.clock.now());
}

/** Creates a token that waits for a second person, and shows it this once. */
export async function requestToken(context: Context<typeof contract.requestToken>) {
  const { services, body } = context;
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
    return addProgram(tx, context, { role, mdaId, ...kept, scopes, expiresAt });
  });
  return { program, token };
}

/** Creates a webhook that waits for a second person, and shows its secret this once. */
export async function requestWebhook(context: Context<typeof contract.requestWebhook>) {
  const { services, body } = context;
  const { url, types = [] } = body;
  // Without TLS, only the operator's own networks are reached.
  if (!url.startsWith('https:') && services.settings.webhookNetworks.length === 0)
    throw validation({ url: contract.staffMessage.webhookHttps });
  if (isRefusedAddress(url, services.settings.webhookNetworks))
    throw validation({ url: contract.staffMessage.webhookAddress });
  const secret = newSecret();
  const program = await services.db.transaction(async (tx) => {
    const mdaId = await mdaFor(tx, context);
    const role = mdaId === null ? 'oversight' : 'officer';
    const sealedSecret = seal(services.keys.webhook, secret);
    return addProgram(tx, context, { role, mdaId, url, types: [...new Set(types)], sealedSecret });
  });
  return { program, secret };
}

type Asked = Context<typeof contract.requestToken | typeof contract.requestWebhook>;

async function addProgram(tx: Database, context: Asked, access: Omit<store.NewProgram, 'name' | keyof Request>) {
  const { caller, body, services } = context;
  const contactId = await findContact(tx, context, access.mdaId ?? null);
  const request = { contactId, requestedBy: caller.accountId, requestedAt: services.clock.now() };
  const id = await store.insertProgram(tx, { ...access, ...request, name: body.name });
  return announce(tx, context, id, 'program.requested');
}

type Request = Pick<store.NewProgram, 'contactId' | 'requestedBy' | 'requestedAt'>;

/** Replaces the secret of a webhook; all former ones that still sign do so for a day more. */
export async function renewSecret(context: Context<typeof contract.renewSecret>) {
  const { services, params } = context;
  const { webhook: key } = services.keys;
  const [secret, now] = [newSecret(), services.clock.now()];
  await services.db.transaction(async (tx) => {
    const { row } = await lockSeen(tx, context, params.id);
    if (row.url === null) throw notFound();
    const former = openSecrets(key, row, now).slice(0, formerSecrets);
    await store.updateProgram(tx, params.id, {
      sealedSecret: seal(key, secret),
      formerSecret: seal(key, former.join(' ')),
      formerUntil: new Date(now.getTime() + 24 * 3_600_000),
    });
    await record(tx, context, params.id, 'program.secret-renewed');
  });
  return { secret };
}

/** Lists the last deliveries of a webhook. */
export async function listDeliveries(context: Context<typeof contract.listDeliveries>) {
  const { services, caller, params } = context;
  const [shown] = await store.listPrograms(services.db, caller, services.clock.now(), params.id);
  if (!shown) throw notFound();
  return webhooks.listDeliveries(services.db, caller, params.id);
}

/** Sends a delivery of a webhook again. */
export async function redeliver(context: Context<typeof contract.redeliver>) {
  const { services, caller, params, body } = context;
  await services.db.transaction(async (tx) => {
    const { shown } = await lockSeen(tx, context, params.id);
    if (shown.state === 'ended' || shown.state === 'contact-left') throw conflict(contract.staffMessage.webhookStopped);
    if (!(await webhooks.sendAgain(tx, params.id, body.delivery))) throw notFound();
    await record(tx, context, params.id, 'program.redelivered');
  });
  return webhooks.listDeliveries(services.db, caller, params.id);
}

/** Confirms a program as the other one of the two who decide. */
export async function confirmProgram(context: Context<typeof contract.confirmProgram>) {
  const { services, caller, params } = context;
  await services.db.transaction(async (tx) => {
    const { row, shown } = await lockSeen(tx, context, params.id);
    if (shown.state !== 'waiting') throw conflict(contract.staffMessage.doneMeanwhile);
    if (!shown.mayConfirm) throw conflict(contract.staffMessage.programConfirm);
    // A webhook tells of what happens from now on.
    const nextPlace = row.url === null ? null : await readSize(tx);
    await store.updateProgram(tx, params.id, { confirmedBy: caller.accountId, nextPlace });
    await announce(tx, context, params.id, 'program.confirmed');
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
    await announce(tx, context, params.id, 'program.ended');
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

const steps = { 'program.requested': 'requested', 'program.confirmed': 'confirmed', 'program.ended': 'ended' } as const;
type ProgramChange = keyof typeof steps;

/** Records a step, and mails it to those who watch who can read what. */
async function announce(tx: Database, context: RequestActor, id: string, action: ProgramChange) {
  const program = await record(tx, context, id, action);
  await mailProgram(tx, context.services, program, steps[action]);
  return program;
}

async function record(
  tx: Database,
  { services, caller, request }: RequestActor,
  id: string,
  action: ProgramChange | 'program.secret-renewed' | 'program.redelivered',
) {
  const [program] = await store.listPrograms(tx, caller, services.clock.now(), id);
  if (!program) throw notFound();
  const { name: label, role, mda, scopes, url } = program;
  const detail = { role, mda: mda?.id ?? null, ...(url ? { url } : { scopes: scopes.join(', ') }) };
  await recordAuditEvent(tx, services, request, {
    action,
    object: { kind: 'program', id, label },
    detail,
  });
  return program;
}

/** The MDA of a new program: a supervisor's own, an administrator's choice, none for oversight. */
async function mdaFor(tx: Database, { caller, body }: Asked) {
  const id = body.mda ?? caller.mdaId;
  if (caller.mdaId !== null && id !== caller.mdaId) throw forbidden();
  if (id !== null && caller.role === 'oversight') throw forbidden();
  if (id !== null && !(await accounts.findMda(tx, id))) throw validation({ mda: contract.message.invalid });
  return id;
}

async function findContact(tx: Database, { caller, body }: Asked, mdaId: string | null): Promise<string> {
  if (body.contact === undefined) return caller.accountId;
  const found = await accounts.findAccount(tx, body.contact, 'mda');
  const isThere = found && !found.disabledAt && (found.mdaId === null || found.mdaId === mdaId);
  if (!isThere) throw validation({ contact: contract.staffMessage.programContact });
  return found.id;
}
