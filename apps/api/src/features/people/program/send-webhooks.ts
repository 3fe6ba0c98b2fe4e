import { recordAudit } from '../../../audit/audit.ts';
import { mailProgram } from '../../../auth/mails.ts';
import { findProgram, listPrograms, updateProgram } from '../../../auth/program/program.store.ts';
import { unseal } from '../../../crypto/seal.ts';
import type { Services } from '../../../services.ts';
import { isAfterImport, readEvents } from './event.store.ts';
import { RefusedAddress } from './outside-address.ts';
import { isGuarded, postSigned } from './post-signed.ts';
import * as store from './webhook.store.ts';

/** What a server sends to webhooks. */
export interface Sending {
  /** Webhooks that it works on, by id. */
  readonly underWay: Map<string, Promise<void>>;
  /** Those that were to start meanwhile: they look once more before they end. */
  readonly again: Set<string>;
  /** Whether the self-test found the check of addresses at work. */
  isGuarded?: boolean;
}

/** Starts each webhook that is not under way, and waits for none: one that hangs delays no other. */
export async function sendWebhooks(services: Services, sending: Sending, signal?: AbortSignal): Promise<void> {
  const { underWay, again } = sending;
  const open = await store.listOpen(services.db);
  if (open.length === 0) return;
  sending.isGuarded ||= await isGuarded();
  if (!sending.isGuarded) throw new Error('This Node does not check the addresses of webhooks.');
  for (const { accountId } of open) {
    if (underWay.has(accountId)) {
      again.add(accountId);
      continue;
    }
    const work = serve(services, accountId, again, signal)
      .catch((err: unknown) => services.log.error({ err, object: accountId }, 'A webhook was not served.'))
      .finally(() => underWay.delete(accountId));
    underWay.set(accountId, work);
  }
}

/** Queues and sends the events of a webhook until none is due. */
async function serve(services: Services, id: string, again: Set<string>, signal?: AbortSignal): Promise<void> {
  const { db, clock } = services;
  while (!signal?.aborted) {
    again.delete(id);
    const webhook = await store.findOpen(db, id);
    // It waits while the person of contact has left.
    if (!webhook || !(await findProgram(db, id, clock.now()))) return;
    await queueEvents(services, id);
    const due = await store.claimDeliveries(db, id);
    const outcomes = await Promise.all(due.map((delivery) => send(services, webhook, delivery, signal)));
    const isGone = outcomes.includes(410);
    if (isGone || webhook.failingSince) await endIfFailed(services, webhook, isGone);
    if (due.length === 0 && !again.has(id)) return;
  }
}

async function queueEvents({ db, clock }: Services, id: string): Promise<void> {
  let more = true;
  while (more) {
    more = await db.transaction(async (tx) => {
      const webhook = await store.takeOpen(tx, id);
      const reader = webhook && (await findProgram(tx, id, clock.now()));
      if (!webhook || !reader) return false;
      const page = await readEvents(tx, reader, webhook.nextPlace ?? 0, isAfterImport);
      const { types } = webhook;
      const wanted = page.items.filter(({ type }) => types.length === 0 || types.includes(type));
      const rows = wanted.map(({ id: eventId, ...event }) => {
        return { programId: id, eventId, type: event.type, body: JSON.stringify(event) };
      });
      await store.insertDeliveries(tx, rows);
      await updateProgram(tx, id, { nextPlace: page.next });
      return page.more;
    });
  }
}

/** Sends a delivery once, signed anew; returns status or fault. A redirect is a failure. */
async function send(
  services: Services,
  webhook: store.WebhookRow,
  delivery: store.DeliveryRow,
  signal: AbortSignal | undefined,
) {
  const { db, clock, keys, settings, log } = services;
  const at = clock.now();
  const secrets = openSecrets(keys.webhook, webhook, at);
  const message = { id: delivery.eventId, body: delivery.body, at, secrets };
  const outcome =
    secrets.length === 0
      ? 'secret'
      : await postSigned(webhook.url ?? '', message, settings.webhookNetworks, signal).catch(faultOf);
  if (signal?.aborted && typeof outcome === 'string') {
    // The server stops: another one, or this one when it is back, tries at once.
    await store.giveBack(db, delivery);
    return outcome;
  }
  const isDone = typeof outcome === 'number' && outcome >= 200 && outcome < 300;
  await store.recordTry(db, delivery, outcome.toString(), isDone);
  if (!isDone) log.warn({ object: webhook.accountId, outcome }, 'A webhook did not take an event.');
  return outcome;
}

/** Opens the secrets that sign now: the present one and the former of the last day. */
export function openSecrets(key: Buffer, webhook: store.WebhookRow, at: Date): string[] {
  const { sealedSecret, formerSecret, formerUntil } = webhook;
  const sealed = [sealedSecret, formerUntil && formerUntil > at ? formerSecret : null].filter((it) => it !== null);
  return sealed.flatMap((secret) => opened(key, secret).split(' ')).filter(Boolean);
}

/** Opens what is sealed; empty where the key that sealed it was given up. */
function opened(key: Buffer, sealed: string): string {
  try {
    return unseal(key, sealed);
  } catch {
    return '';
  }
}

/** Names a fault without its address. */
function faultOf(error: unknown): string {
  if (error instanceof RefusedAddress) return error.code;
  if (error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name)) return 'timeout';
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'fault';
}

async function endIfFailed({ db, ...services }: Services, { accountId }: store.WebhookRow, isGone: boolean) {
  const at = services.clock.now();
  await db.transaction(async (tx) => {
    if (!(await store.endFailed(tx, accountId, isGone, at))) return;
    const [program] = await listPrograms(tx, { mdaId: null, role: 'oversight' }, at, accountId);
    if (!program) return;
    const object = { kind: 'program', id: accountId, label: program.name };
    const mdaId = program.mda?.id;
    await recordAudit(tx, {
      at,
      action: 'program.ended',
      object,
      mdaId,
      outcome: 'done',
      detail: { reason: 'failed' },
    });
    await mailProgram(tx, { db, ...services }, program, 'failed');
  });
}
