import * as contract from '@baraza/contract';
import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { recordAuditEvent, recordAuditEventOnce } from '../../audit/audit.ts';
import type { Caller } from '../../auth/session/caller.ts';
import type { RequestActor } from '../../auth/session/request-actor.ts';
import type { Database } from '../../db/database.ts';
import { pick } from '../../db/pick.ts';
import { account, category, feedback } from '../../db/schema/tables.ts';
import { type FileRow, filesOfFeedback, toAttachment } from '../../files/file.store.ts';
import { behindCursor, toPage } from '../../http/cursor.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { type Context, type Handler, mount } from '../../http/mount.ts';
import { languageOf } from '../../http/network.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { phrase } from '../../texts/words.ts';
import type { Services } from '../../services.ts';
import { maskedName, shownName } from '../../domain/person-name.ts';
import { trackingTail, wordQuery } from '../../domain/search-words.ts';
import { findBaseNames } from '../reference/base-names.ts';
import * as store from './feedback.store.ts';
import { selectFeedback, toFeedback } from './feedback.store.ts';
import { submitFeedback } from './submit-feedback.ts';

/** Mounts the calls for the citizen's own feedback. */
export function feedbackRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  const attachmentFor = (caller: Caller) => (file: FileRow) => toAttachment(file, services, caller);
  const read = (caller: Caller, id: string) => store.readFeedback(db, caller.accountId, id, attachmentFor(caller));

  mount(app, services, contract.submitFeedback, async ({ caller, body, files, headers }) =>
    read(caller, await submitFeedback(services, caller.accountId, body, files.images, headers['idempotency-key'])),
  );

  mount(app, services, contract.listFeedback, async ({ caller, query, request }) => {
    const named = await findBaseNames(db, languageOf(request), query.q);
    return store.listFeedback(db, caller.accountId, query, attachmentFor(caller), named);
  });

  mount(app, services, contract.getFeedback, ({ caller, params }) => read(caller, params.id));
}

const viewSpan = 15 * 60_000;

/** Mounts the calls to read and answer feedback at the desk. */
export function feedbackDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, contract.listDeskFeedback, ({ services, query }) => listForDesk(services.db, query));

  mount(app, all, contract.getDeskFeedback, view);

  const replyAndShow: Handler<typeof contract.replyToFeedback> = async (context) => {
    await replyToFeedback(context);
    return show(context.services, context.caller, context.params.id);
  };
  mount(app, all, contract.replyToFeedback, replyAndShow, view);
}

async function view(context: RequestActor & { readonly params: { readonly id: string } }) {
  const { services, caller, params, request } = context;
  const feedback = await show(services, caller, params.id);
  const object = { kind: 'feedback', id: feedback.id, label: feedback.trackingId };
  await recordAuditEventOnce(services.db, services, request, { action: 'feedback.viewed', object }, viewSpan);
  return feedback;
}

async function show(services: Services, caller: Caller, id: string): Promise<contract.DeskFeedback> {
  const [row] = await selectFeedback(services.db).where(eq(feedback.id, id));
  if (!row) throw notFound();
  const { citizen, replier } = row;
  const files = await filesOfFeedback(services.db, [id]);
  const attachments = files.map((file) => toAttachment(file, services, caller));
  return {
    ...toFeedback(row, attachments),
    citizen: { name: maskedName(citizen) },
    repliedBy: replier && shownName(replier),
  };
}

async function replyToFeedback(context: Context<typeof contract.replyToFeedback>): Promise<void> {
  const {
    services,
    caller,
    request,
    params: { id },
    body: { text },
  } = context;
  const { productName, publicUrl, supportEmail } = services.settings;
  const at = services.clock.now();
  await services.db.transaction(async (tx) => {
    const to = await findRecipient(tx, id);
    if (!to) throw notFound();
    const isFirst = await store.setFeedbackReply(tx, id, { text, replierId: caller.accountId, at });
    if (!isFirst) throw conflict(contract.staffMessage.feedbackAnswered);
    const { trackingId, title: feedback } = to;
    const lines = [
      phrase(/*i18n*/ 'Hello {name},', { name: to.name }),
      phrase(/*i18n*/ 'thank you for your feedback "{feedback}". This is our reply:', { feedback }),
      text,
      phrase(/*i18n*/ 'Tracking ID: {trackingId}', { trackingId }),
      phrase(/*i18n*/ 'Read it here: {link}', { link: `${publicUrl}/app/feedback/feedback-details/${id}` }),
      [phrase(/*i18n*/ 'Kind regards'), productName, supportEmail],
    ];
    const subject = phrase(/*i18n*/ 'A reply to your feedback ({trackingId})', { trackingId });
    await enqueueMail(tx, services, { to: to.email, subject, text: lines });
    const object = { kind: 'feedback', id, label: to.trackingId };
    await recordAuditEvent(tx, services, request, { action: 'feedback.replied', object });
  });
}

async function listForDesk(
  db: Database,
  { cursor, limit, status, category: topic, q }: contract.QueryOf<typeof contract.listDeskFeedback>,
) {
  const rows = await db
    .select({
      ...pick(feedback, ['id', 'trackingId', 'title', 'createdAt', 'status']),
      category: { id: category.id, name: category.name },
    })
    .from(feedback)
    .innerJoin(category, eq(category.id, feedback.categoryId))
    .where(
      and(
        status && eq(feedback.status, status),
        topic ? eq(feedback.categoryId, topic) : undefined,
        q ? matches(q) : undefined,
        behindCursor('desk feedback', cursor, { at: feedback.createdAt, id: feedback.id }),
      ),
    )
    .orderBy(desc(feedback.createdAt), desc(feedback.id))
    .limit(limit + 1);
  const page = toPage('desk feedback', rows, limit, ({ createdAt: at, id }) => ({ at, id }));
  return { ...page, items: page.items.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) };
}

/** Finds the recipient of a reply; locked against erasure until the transaction ends. */
async function findRecipient(db: Database, id: string) {
  const [row] = await db
    .select({ email: account.email, name: account.firstName, title: feedback.title, trackingId: feedback.trackingId })
    .from(feedback)
    .innerJoin(account, eq(account.id, feedback.citizenId))
    .where(eq(feedback.id, id))
    .for('key share', { of: account });
  return row;
}

/** Matches the end of a tracking id, or all words; each has an index. */
function matches(q: string): SQL | undefined {
  const tail = trackingTail(q);
  const words = wordQuery(q);
  return (
    or(
      tail === undefined ? undefined : sql`reverse(${feedback.trackingId}) like ${`${tail}%`}`,
      words === undefined ? undefined : sql`${feedback.search} @@ to_tsquery('simple', ${words})`,
    ) ?? sql`false`
  );
}
