import { type Language, limit, message, text } from '@baraza/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pick } from '../../../db/pick.ts';
import { account, complaint } from '../../../db/schema/tables.ts';
import { type AppError, validation } from '../../../http/errors.ts';
import { type Html, html } from '../../../texts/html.ts';
import { area, hidden, submitButton, type Typed } from '../../../http/page/plain-form.ts';
import { faultOf, plainPage, plainRoute, typedOf } from '../../../http/page/plain-page.ts';
import type { Services } from '../../../services.ts';
import { type PastEvent, readPast } from '../record/event.store.ts';
import { transitionComplaint } from '../transition/transition-complaint.ts';
import { type Voice, voiceIn, voiceOf } from '../../../texts/voice.ts';
import { readSolvedToken } from './solved-token.ts';

type Asked = FastifyRequest<{ Params: { token: string } }>;

/** Serves the link of a mail that asks whether a complaint is solved: GET shows the question, POST answers it. */
export function solvedRoutes(app: FastifyInstance, services: Services, style: string | undefined): void {
  const openPage = async (
    request: Asked,
    reply: FastifyReply,
    { language }: { readonly language?: Language | null },
  ) => {
    const voice = await (language ? voiceIn(services.db, language) : voiceOf(services.db, request));
    return plainPage(reply, voice, { style, referrerPolicy: 'strict-origin' });
  };
  const show = async (request: Asked, reply: FastifyReply, typed: Typed = {}, fault?: AppError) => {
    const found = await findSolvedQuestion(services, request.params.token);
    const page = await openPage(request, reply, found.question ?? found);
    const { voice } = page;
    if (found.refusal) {
      const { status, title, text } = refusals[found.refusal];
      reply.code(status);
      return page.send(voice.say(title), result(voice, text, found.id));
    }
    const said = fault && page.refusal(fault);
    return page.send(voice.say(/*i18n*/ 'Is it solved?'), html`${said}${questionPart(voice, found.question, typed)}`);
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
            /*i18n*/ 'If it is not solved after all, you can still re-open it.',
          ]
        : [/*i18n*/ 'Your complaint is open again.', /*i18n*/ 'The office will read what you wrote.'];
      const page = await openPage(request, reply, found.question);
      return page.send(page.voice.say(title), result(page.voice, text, found.question.id));
    } catch (error) {
      return show(request, reply, typed, faultOf(error));
    }
  });
}

const refusals: Record<SolvedRefusal, { readonly status: number; readonly title: string; readonly text: string }> = {
  unknown: {
    status: 404,
    title: /*i18n*/ 'This link does not work',
    text: /*i18n*/ 'Part of it may be missing. Copy the whole address from the mail, or answer in the portal.',
  },
  over: {
    status: 410,
    title: /*i18n*/ 'This link has been used or has expired',
    text: /*i18n*/ 'It was answered, the complaint has moved on, or 60 days are over. In the portal you see where it stands.',
  },
};

/** Shows the result and a link to the portal. */
function result({ show }: Voice, text: string, complaintId: string | undefined): Html {
  const address = complaintId === undefined ? '/login' : `/app/complaint/complaint-details/${complaintId}`;
  return html`<p>${show(text)}</p>
    <p><a href="${address}">${show(/*i18n*/ 'Open the portal')}</a></p>`;
}

function questionPart({ show }: Voice, { title, trackingId }: SolvedQuestion, typed: Typed): Html {
  return html`<p><strong>${title}</strong><br /><span class="mono">${trackingId}</span></p>
    <p>${show(/*i18n*/ 'If you say nothing, we count it as ‘not confirmed’, never as solved.')}</p>
    <form method="post" class="grid gap-4">
      ${hidden({ answer: 'yes' })} ${submitButton(show(/*i18n*/ 'Yes, solved'))}
    </form>
    <form method="post" class="sheet grid gap-4 p-5">
      ${hidden({ answer: 'no' })}
      <h2 class="text-h3">${show(/*i18n*/ 'No, not yet')}</h2>
      ${area('reason', show(/*i18n*/ 'What is still wrong?'), typed['reason'] ?? '', limit.textMax)}
      ${submitButton(show(/*i18n*/ 'Re-open'))}
    </form>`;
}

const lifetime = 60 * 24 * 3_600_000;

type SolvedRefusal = 'unknown' | 'over';
type Found = Awaited<ReturnType<typeof findSolvedQuestion>>;
type SolvedQuestion = Extract<Found, { question: object }>['question'];

/** Finds the question of a link, or why it is no longer asked; `language` is that of the mail. */
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

/** Returns why a link is no longer valid, from the history alone: nothing is stored with it. */
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
  // The second of two simultaneous answers finds another version.
  await transitionComplaint(services, caller, { complaintId, action, version, reason: reason?.data });
  return isSolved;
}
