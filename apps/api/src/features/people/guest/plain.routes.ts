import { randomUUID } from 'node:crypto';
import * as contract from '@baraza/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, validation } from '../../../http/errors.ts';
import { networkOf } from '../../../http/network.ts';
import { requirePart } from '../../../http/input/schema-input.ts';
import { html, toParagraphs } from '../../../texts/html.ts';
import { type Typed } from '../../../http/page/plain-form.ts';
import { faultOf, type PlainPage, plainPage, plainRoute, typedOf } from '../../../http/page/plain-page.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { voiceOf } from '../../../texts/voice.ts';
import type { Services } from '../../../services.ts';
import { showToCitizen } from '../../complaint/read/show-complaint.ts';
import { transitionComplaint } from '../../complaint/transition/transition-complaint.ts';
import { readPublicIssue } from '../../public/known-issue/known-issue.store.ts';
import { makeReceipt } from '../../log/receipt.ts';
import { takeSurvey } from '../../complaint/survey/take-survey.ts';
import { transitionOnce } from '../../complaint/transition/transition-once.ts';
import { listChoices } from './guest.routes.ts';
import { findGuest } from './open-guest-session.ts';
import { complaintForm, complaintPart, knownIssuePart, receiptPart, trackForm } from './plain-page.ts';
import { guestCaller, submitGuestComplaint } from './submit-guest-complaint.ts';

/** Serves pages to complain and to track without scripts. Tor Browser at its safest level runs none. */
export function plainRoutes(app: FastifyInstance, services: Services, style: string | undefined): void {
  const { timeZone } = services.settings;

  app.get('/complain/plain', plainRoute, async (request, reply) => askComplaint(await openPage(request, reply), {}));
  app.get('/track/plain', plainRoute, async (request, reply) => askPair(await openPage(request, reply), {}));

  app.post('/complain', plainRoute, async (request, reply) => {
    const typed = typedOf(request, services);
    const page = await openPage(request, reply);
    try {
      // Here rather than before the body, so that a page says how long to wait and keeps what was typed.
      await app.limitGuestComplaints(request);
      const description = typed['description']?.trim() ? toParagraphs(typed['description']) : '';
      const fields = await requirePart(contract.GuestComplaint, { ...typed, description, timeZone });
      const { language } = page.voice;
      const network = networkOf(request);
      const submission = { fields, files: [], key: keyOf(typed), proof: undefined, network, language };
      const receipt = await submitGuestComplaint(services, submission);
      reply.code(201);
      return page.send(page.voice.say(/*i18n*/ 'Keep this code'), receiptPart(page.voice, receipt));
    } catch (error) {
      const refusal = refusalOf(error);
      return askComplaint(page, refusal.message === arrivedBefore ? { ...typed, key: '' } : typed, refusal);
    }
  });

  app.post('/track', plainRoute, async (request, reply) => {
    const typed = typedOf(request, services);
    const page = await openPage(request, reply);
    let pair: contract.BodyOf<typeof contract.openGuestSession>;
    let guest: Awaited<ReturnType<typeof findGuest>>;
    try {
      pair = await requirePart(contract.ReceiptPair, typed);
      guest = await findGuest(services, pair, request);
    } catch (error) {
      return askPair(page, typed, refusalOf(error));
    }
    const caller = { ...guestCaller(guest.accountId), language: page.voice.language };
    if (typed['act'] === 'receipt') {
      const receipt = await makeReceipt(services, caller, { id: guest.id, step: 1 });
      if (receipt) {
        reply.type('text/plain; charset=utf-8');
        return reply.header('content-disposition', `attachment; filename="${receipt.fileName}"`).send(receipt.proof);
      }
    }
    const refusal = await takeStep(services, caller, guest.id, typed).then(() => undefined, refusalOf);
    const complaint = await showToCitizen(services, caller, guest.id);
    const issue = complaint.knownIssue ? await readPublicIssue(services.db, complaint.knownIssue.id) : undefined;
    const isEarly = typed['act'] === 'receipt';
    const said = isEarly ? page.problem(contract.message.notThereYet) : refusal && page.refusal(refusal);
    const known = issue && knownIssuePart(page.voice, issue);
    const body = html`${said}${known}${complaintPart(page.voice, complaint, pair, refusal ? typed : {})}`;
    return page.send(complaint.title, body);
  });

  const openPage = async (request: FastifyRequest, reply: FastifyReply) =>
    plainPage(reply, await voiceOf(services.db, request), { style });

  async function askComplaint(page: PlainPage, typed: Typed, refusal?: AppError) {
    const { say, show } = page.voice;
    const said = refusal && page.refusal(refusal, refusal.extra.fields);
    const choices = { ...(await listChoices(services)), translation: services.settings.translation.of };
    const form = complaintForm(page.voice, choices, { ...typed, key: typed['key'] || randomUUID() });
    const linkToTrack = html`<p><a href="/track/plain">${show(/*i18n*/ 'Track a complaint')}</a></p>`;
    return page.send(say(/*i18n*/ 'Complain without an account'), html`${said}${form}${linkToTrack}`);
  }

  async function askPair(page: PlainPage, typed: Typed, refusal?: AppError) {
    const said = refusal && page.refusal(refusal, refusal.extra.fields);
    return page.send(page.voice.say(/*i18n*/ 'Track a complaint'), html`${said}${trackForm(page.voice, typed)}`);
  }
}

const arrivedBefore =
  /*i18n*/ 'This had already arrived, without your last changes. Submit it again only if you want to send both.';

/** Converts a refusal for the page; rethrows faults of the server. */
function refusalOf(error: unknown): AppError {
  const refusal = faultOf(error);
  if (refusal.message !== contract.message.keyReused) return refusal;
  return new AppError(refusal.code, arrivedBefore, refusal.extra);
}

async function takeStep(services: Services, caller: Caller, complaintId: string, typed: Typed) {
  const { act, rating, text: words = '' } = typed;
  if (act === 'confirm') await transitionComplaint(services, caller, { complaintId, action: 'confirmResolution' });
  if (act === 'survey') {
    const survey = await requirePart(contract.NewSurvey, { complaint: complaintId, rating, description: words });
    await takeSurvey(services, caller, survey);
  }
  if (act === 'withdraw') {
    const { reason } = await requirePart(contract.withdrawComplaint.body, { id: complaintId, reason: words });
    await transitionComplaint(services, caller, { complaintId, action: 'withdraw', reason });
  }
  if (act !== 'answer' && act !== 'reopen' && act !== 'appeal') return;
  const parsed = contract.text(contract.limit.textMax).safeParse(words);
  if (!parsed.success) throw validation({ text: parsed.error.issues[0]?.message ?? contract.message.invalid });
  const said = act === 'answer' ? { text: parsed.data } : { reason: parsed.data };
  await transitionOnce(services, caller, { complaintId, action: act, ...said }, { files: [], key: keyOf(typed) });
}

/** Returns the idempotency key of a form, so that a reloaded page repeats no step. */
const keyOf = (typed: Typed) => /^[\w-]{8,100}$/u.exec(typed['key'] ?? '')?.[0];
