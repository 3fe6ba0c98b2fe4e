import { randomUUID } from 'node:crypto';
import { GuestComplaint, limit, message, NewSurvey, ReceiptPair, text } from '@baraza/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type AppError, validation } from '../../http/errors.ts';
import { requirePart } from '../../http/input/schema-input.ts';
import { escapeHtml, type Html, html } from '../../http/page/html.ts';
import {
  faultOf,
  plainRoute,
  problem,
  refuse,
  sendPlainPage,
  type Typed,
  typedOf,
} from '../../http/page/plain-page.ts';
import type { Services } from '../../services.ts';
import { showToCitizen } from '../complaint/read/show-complaint.ts';
import { takeSurvey } from '../survey/take-survey.ts';
import { transitionOnce } from '../complaint/transition/transition-once.ts';
import { listChoices } from './guest.routes.ts';
import { findGuest } from './open-guest-session.ts';
import { complaintForm, complaintPart, labels, receiptPart, trackForm } from './plain-page.ts';
import { guestCaller, submitGuestComplaint } from './submit-guest-complaint.ts';

/** Serves pages to complain and to track without scripts. Tor Browser at its safest level runs none. */
export function plainRoutes(app: FastifyInstance, services: Services, style: string | undefined): void {
  const send = (reply: FastifyReply, title: string, body: Html) => sendPlainPage(reply, { title, body, style });
  const complainAgain = async (reply: FastifyReply, typed: Typed, fault?: AppError) => {
    if (fault) refuse(reply, fault);
    const form = complaintForm(await listChoices(services), { ...typed, key: typed['key'] || randomUUID() });
    const said = problem(fault?.message, fault?.extra.fields, labels);
    return send(
      reply,
      'Complain without an account',
      html`${said}${form}
        <p><a href="/track/plain">Track a complaint</a></p>`,
    );
  };
  const trackAgain = (reply: FastifyReply, typed: Typed, fault?: AppError) => {
    if (fault) refuse(reply, fault);
    const said = problem(fault?.message, fault?.extra.fields, labels);
    return send(reply, 'Track a complaint', html`${said}${trackForm(typed)}`);
  };

  const { timeZone } = services.settings;
  app.get('/complain/plain', plainRoute, (_, reply) => complainAgain(reply, {}));
  app.get('/track/plain', plainRoute, async (_, reply) => trackAgain(reply, {}));

  app.post('/complain', plainRoute, async (request, reply) => {
    const typed = typedOf(request, services);
    try {
      const description = typed['description']?.trim() ? toParagraphs(typed['description']) : '';
      const fields = await requirePart(GuestComplaint, { ...typed, description, timeZone });
      const request = { fields, files: [], key: keyOf(typed), proof: undefined };
      const receipt = await submitGuestComplaint(services, request);
      return await send(reply.code(201), 'Keep this code', receiptPart(receipt));
    } catch (error) {
      return complainAgain(reply, typed, faultOf(error));
    }
  });

  app.post('/track', plainRoute, async (request, reply) => {
    const typed = typedOf(request, services);
    let pair: Typed;
    let guest: Awaited<ReturnType<typeof findGuest>>;
    try {
      pair = await requirePart(ReceiptPair, typed);
      guest = await findGuest(services, pair as { trackingId: string; receiptCode: string }, request);
    } catch (error) {
      return trackAgain(reply, typed, faultOf(error));
    }
    const caller = guestCaller(guest.accountId);
    const fault = await takeStep(services, caller, guest.id, typed).catch(faultOf);
    if (fault) refuse(reply, fault);
    const complaint = await showToCitizen(services, caller, guest.id);
    const kept = fault ? typed : {};
    return send(reply, complaint.title, html`${problem(fault?.message)}${complaintPart(complaint, pair, kept)}`);
  });
}

/** Takes the step that was written, if any. */
async function takeStep(services: Services, caller: ReturnType<typeof guestCaller>, complaintId: string, typed: Typed) {
  const { act, rating } = typed;
  if (act === 'survey') {
    const survey = await requirePart(NewSurvey, { complaint: complaintId, rating, description: typed['text'] });
    await takeSurvey(services, caller, survey);
  }
  if (act !== 'answer' && act !== 'reopen' && act !== 'appeal') return;
  const parsed = text(limit.textMax).safeParse(typed['text'] ?? '');
  if (!parsed.success) throw validation({ text: parsed.error.issues[0]?.message ?? message.invalid });
  const words = act === 'answer' ? { text: parsed.data } : { reason: parsed.data };
  await transitionOnce(services, caller, { complaintId, action: act, ...words }, { files: [], key: keyOf(typed) });
}

/** The key that a form was shown with: a page that is loaded again does nothing twice. */
const keyOf = (typed: Typed) => /^[\w-]{8,100}$/u.exec(typed['key'] ?? '')?.[0];

/** Writes lines as the editor of the portal would. */
function toParagraphs(lines: string): string {
  return lines
    .split(/\r?\n/u)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('');
}
