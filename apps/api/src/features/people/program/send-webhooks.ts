import { recordAudit } from '../../../audit/audit.ts';
import { mailProgram } from '../../../auth/mails.ts';
import { findProgram, listPrograms, updateProgram } from '../../../auth/program/program.store.ts';
import { unseal } from '../../../crypto/seal.ts';
import type { Services } from '../../../services.ts';
import { readEvents } from './event.store.ts';
import { RefusedAddress } from './outside-address.ts';
import { isGuarded, postSigned } from './post-signed.ts';
import * as store from './webhook.store.ts';

/** Milliseconds that one webhook may take in a round, so that others have their turn. */
const turn = 10_000;

let guarded: Promise<boolean> | undefined;

/** Queues new events for all webhooks, and sends the due ones. */
export async function sendWebhooks(services: Services, signal?: AbortSignal): Promise<void> {
  const open = await store.listOpen(services.db);
  if (open.length === 0) return;
  if (!(await (guarded ??= isGuarded()))) throw new Error('This Node does not check the addresses of webhooks.');
  await Promise.all(
    open.map(async ({ accountId }) => {
      // It waits while the person of contact has left.
      if (!(await findProgram(services.db, accountId, services.clock.now()))) return;
      await queueEvents(services, accountId);
      await sendDue(services, accountId, signal);
    }),
  );
}

async function queueEvents({ db, clock }: Services, id: string): Promise<void> {
  let more = true;
  while (more) {
    more = await db.transaction(async (tx) => {
      const webhook = await store.takeOpen(tx, id);
      const reader = webhook && (await findProgram(tx, id, clock.now()));
      if (!webhook || !reader) return false;
      const page = await readEvents(tx, reader, webhook.nextPlace ?? 0);
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

async function sendDue(services: Services, id: string, signal?: AbortSignal): Promise<void> {
  const end = performance.now() + turn;
  while (!signal?.aborted && performance.now() < end) {
    const webhook = await store.findOpen(services.db, id);
    const due = webhook ? await store.claimDeliveries(services.db, id) : [];
    if (!webhook || due.length === 0) return;
    await Promise.all(due.map((delivery) => send(services, webhook, delivery)));
  }
}

/** Sends a delivery once, signed anew. A redirect is a failure. */
async function send(services: Services, webhook: store.WebhookRow, delivery: store.DeliveryRow): Promise<void> {
  const { db, clock, keys, settings, log } = services;
  const at = clock.now();
  const isFormerValid = webhook.formerUntil !== null && webhook.formerUntil > at;
  const sealed = [webhook.sealedSecret, isFormerValid ? webhook.formerSecret : null].filter((it) => it !== null);
  const secrets = sealed.flatMap((secret) => opened(keys.webhook, secret));
  const message = { id: delivery.eventId, body: delivery.body, at, secrets };
  const outcome =
    secrets.length === 0
      ? 'secret'
      : await postSigned(webhook.url ?? '', message, settings.webhookNetworks).catch(faultOf);
  const isDone = typeof outcome === 'number' && outcome >= 200 && outcome < 300;
  await store.recordTry(db, delivery, outcome.toString(), isDone);
  if (isDone) return;
  log.warn({ object: webhook.accountId, outcome }, 'A webhook did not take an event.');
  await endIfFailed(services, webhook, outcome === 410);
}

/** Opens a secret; gives none where the key that sealed it was given up. */
function opened(key: Buffer, sealed: string): string[] {
  try {
    return [unseal(key, sealed)];
  } catch {
    return [];
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
