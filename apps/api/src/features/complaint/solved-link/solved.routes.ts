import { type Language, limit, message, text } from '@baraza/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pick } from '../../../db/pick.ts';
import { account, complaint } from '../../../db/schema/tables.ts';
import { type AppError, validation } from '../../../http/errors.ts';
import { type Html, html } from '../../../texts/html.ts';
import {
  area,
  faultOf,
  plainRoute,
  problem,
  refuse,
  sendPlainPage,
  type Typed,
  typedOf,
} from '../../../http/page/plain-page.ts';
import { portalName } from '../../../texts/page-texts.ts';
import type { Services } from '../../../services.ts';
import { type PastEvent, readPast } from '../record/event.store.ts';
import { transitionComplaint } from '../transition/transition-complaint.ts';
import { type Voice, voiceIn, voiceOf } from '../../../texts/voice.ts';
import { readSolvedToken } from './solved-token.ts';

type Asked = FastifyRequest<{ Params: { token: string } }>;

/** Serves the link of a mail that asks whether a complaint is solved: GET shows the question, POST answers it. */
export function solvedRoutes(app: FastifyInstance, services: Services, style: string | undefined): void {
  const send = (reply: FastifyReply, { language, say }: Voice, title: string, body: Html) => {
    const [said, home] = [say(title), say(portalName)];
    return sendPlainPage(reply, { title: said, language, home, body, style, referrerPolicy: 'strict-origin' });
  };
  const show = async (request: Asked, reply: FastifyReply, typed: Typed = {}, fault?: AppError) => {
    const found = await findSolvedQuestion(services, request.params.token);
    const voice = await voiceFor(request, found.question ?? found);
    if (found.refusal) {
      const { status, title, text } = refusals[found.refusal];
      return send(reply.code(status), voice, title, result(voice, text, found.id));
    }
    if (fault) refuse(reply, fault);
    const said = problem(fault && voice.say(fault.message));
    return send(reply, voice, /*i18n*/ 'Is it solved?', html`${said}${questionPart(voice, found.question, typed)}`);
  };

  app.get('/solved/:token', plainRoute, async (request: Asked, reply) => show(request, reply));

  app.post('/solved/:token', plainRoute, async (request: Asked, reply) => {
    let typed: Typed = {};
    try {
      typed = typedOf(request, services);
      const found = await findSolvedQuestion(services, request.params.token);
      if (found.refusal) return await show(request, reply);
      const isSolved = await answerSolved(services, found.question, typed);
      const [title, text] = isSolved
        ? [
            /*i18n*/ 'Thank you. Counted as confirmed.',
            /*i18n*/ 'Should it turn out otherwise, you can still re-open it.',
          ]
        : [/*i18n*/ 'Your complaint is open again.', /*i18n*/ 'The office gets what you wrote.'];
      const voice = await voiceFor(request, found.question);
      return await send(reply, voice, title, result(voice, text, found.question.id));
    } catch (error) {
      return show(request, reply, typed, faultOf(error));
    }
  });
}

function voiceFor(request: Asked, { language }: { readonly language?: Language | null }): Promise<Voice> {
  return language ? voiceIn(language) : voiceOf(request);
}

const refusals: Record<SolvedRefusal, { readonly status: number; readonly title: string; readonly text: string }> = {
  unknown: {
    status: 404,
    title: /*i18n*/ 'This link does not work',
    text: /*i18n*/ 'Part of it may be missing. Copy the whole address from the mail, or answer in the portal.',
  },
  over: {
    status: 410,
    title: /*i18n*/ 'This link asks nothing any more',
    text: /*i18n*/ 'It was answered, the complaint has moved on, or 60 days are over. In the portal you see where it stands.',
  },
};

/** What became of it, and the way on. */
function result({ show }: Voice, text: string, complaintId: string | undefined): Html {
  const address = complaintId === undefined ? '/login' : `/app/complaint/complaint-details/${complaintId}`;
  return html`<p>${show(text)}</p>
    <p><a href="${address}">${show(/*i18n*/ 'Open the portal')}</a></p>`;
}

function questionPart({ show }: Voice, { title, trackingId }: SolvedQuestion, typed: Typed): Html {
  return html`<p><strong>${title}</strong><br /><span class="mono">${trackingId}</span></p>
    <p>${show(/*i18n*/ 'If you say nothing, we count it as ‘not confirmed’, never as solved.')}</p>
    <form method="post" class="grid gap-4">
      <input type="hidden" name="answer" value="yes" />
      <p><button class="control font-semibold" type="submit">${show(/*i18n*/ 'Yes, solved')}</button></p>
    </form>
    <form method="post" class="sheet grid gap-4 p-5">
      <input type="hidden" name="answer" value="no" />
      <h2 class="text-h3">${show(/*i18n*/ 'No, not yet')}</h2>
      ${area('reason', show(/*i18n*/ 'What is still wrong?'), typed['reason'] ?? '', limit.textMax)}
      <p><button class="control font-semibold" type="submit">${show(/*i18n*/ 'Re-open')}</button></p>
    </form>`;
}

const lifetime = 60 * 24 * 3_600_000;

type SolvedRefusal = 'unknown' | 'over';
type Found = Awaited<ReturnType<typeof findSolvedQuestion>>;
type SolvedQuestion = Extract<Found, { question: object }>['question'];

/** Finds what a link asks, or why it asks no longer; `language`: of the mail. */
async function findSolvedQuestion(services: Services, token: string) {
  const asked = readSolvedToken(services, token);
  if (asked === undefined) return { refusal: 'unknown' as const };
  const [question] = await services.db
    .select({
      ...pick(complaint, ['id', 'title', 'trackingId', 'version', 'citizenId']),
      ...pick(account, ['language', 'email']),
    })
    .from(complaint)
    .innerJoin(account, and(eq(account.id, complaint.citizenId), isNull(account.disabledAt)))
    .where(eq(complaint.id, asked.complaintId));
  // The link in an old mailbox ends with a change of address.
  if (!question || !asked.isFor(question.email)) return { refusal: 'unknown' as const };
  const { id, language } = question;
  const refusal = refusalOf(asked.seq, await readPast(services.db, id), services.clock.now());
  return refusal ? { refusal, id, language } : { question };
}

/** Says why a link asks no longer: the history alone decides, so that nothing needs to be stored with it. */
function refusalOf(seq: number, past: readonly PastEvent[], now: Date): SolvedRefusal | undefined {
  const resolution = past.find((event) => event.seq === seq && event.action === 'resolve');
  if (resolution === undefined) return 'unknown';
  const since = past.filter((event) => event.seq > seq);
  const isOver = since.some(({ action, toState }) => action === 'confirmResolution' || toState !== 'resolved');
  return isOver || now.getTime() - resolution.at.getTime() > lifetime ? 'over' : undefined;
}

async function answerSolved(services: Services, question: SolvedQuestion, typed: Typed): Promise<boolean> {
  const isSolved = typed['answer'] === 'yes';
  if (!isSolved && typed['answer'] !== 'no') throw validation({ answer: message.required });
  const reason = isSolved ? undefined : text(limit.textMax).safeParse(typed['reason'] ?? '');
  if (reason?.error) throw validation({ reason: reason.error.issues[0]?.message ?? message.invalid });
  const { id: complaintId, version, citizenId: accountId } = question;
  const caller = { accountId, role: 'citizen' as const, mdaId: null, sessionId: '' };
  const action = isSolved ? 'confirmResolution' : 'reopen';
  // Of two who answer at once the second finds another version.
  await transitionComplaint(services, caller, { complaintId, action, version, reason: reason?.data });
  return isSolved;
}
