import { limit } from '@baraza/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../../http/errors.ts';
import { type Html, html } from '../../http/page/html.ts';
import {
  area,
  faultOf,
  plainRoute,
  problem,
  refuse,
  sendPlainPage,
  type Typed,
  typedOf,
} from '../../http/page/plain-page.ts';
import type { Services } from '../../services.ts';
import { answerSolved, findSolvedQuestion, type SolvedQuestion, type SolvedRefusal } from './answer-solved.ts';

type Asked = FastifyRequest<{ Params: { token: string } }>;

/** Serves the link of a mail that asks whether a complaint is solved: GET shows the question, POST answers it. */
export function solvedRoutes(app: FastifyInstance, services: Services, style: string | undefined): void {
  const send = (reply: FastifyReply, title: string, body: Html) =>
    sendPlainPage(reply, { title, body, style, referrerPolicy: 'strict-origin' });
  const show = async (token: string, reply: FastifyReply, typed: Typed = {}, fault?: AppError) => {
    const found = await findSolvedQuestion(services, token);
    if ('refusal' in found) {
      const { status, title, text } = refusals[found.refusal];
      return send(reply.code(status), title, result(text, found.id));
    }
    if (fault) refuse(reply, fault);
    return send(reply, 'Is it solved?', html`${problem(fault?.message)}${questionPart(found.question, typed)}`);
  };

  app.get('/solved/:token', plainRoute, async (request: Asked, reply) => show(request.params.token, reply));

  app.post('/solved/:token', plainRoute, async (request: Asked, reply) => {
    const { token } = request.params;
    let typed: Typed = {};
    try {
      typed = typedOf(request, services);
      const found = await findSolvedQuestion(services, token);
      if ('refusal' in found) return await show(token, reply);
      const isSolved = await answerSolved(services, found.question, typed);
      const [title, text] = isSolved
        ? ['Thank you. Counted as confirmed.', 'Should it turn out otherwise, you can still re-open it.']
        : ['Your complaint is open again.', 'The office gets what you wrote.'];
      return await send(reply, title, result(text, found.question.id));
    } catch (error) {
      return show(token, reply, typed, faultOf(error));
    }
  });
}

const refusals: Record<SolvedRefusal, { readonly status: number; readonly title: string; readonly text: string }> = {
  unknown: {
    status: 404,
    title: 'This link does not work',
    text: 'Part of it may be missing. Copy the whole address from the mail, or answer in the portal.',
  },
  answered: {
    status: 409,
    title: 'This was answered already',
    text: 'The link works once. In the portal you can take your answer back or re-open the complaint.',
  },
  moved: {
    status: 409,
    title: 'The complaint has moved on since this mail',
    text: 'The link asks about an earlier answer of the office. In the portal you see where it stands.',
  },
  expired: {
    status: 410,
    title: 'This link is too old',
    text: 'It worked for 60 days. You can still answer in the portal.',
  },
};

/** What became of it, and the way on. */
function result(text: string, complaintId: string | undefined): Html {
  const address = complaintId === undefined ? '/login' : `/app/complaint/complaint-details/${complaintId}`;
  return html`<p>${text}</p>
    <p><a href="${address}">Open the portal</a></p>`;
}

function questionPart({ title, trackingId }: SolvedQuestion, typed: Typed): Html {
  return html`<p><strong>${title}</strong><br /><span class="mono">${trackingId}</span></p>
    <p>If you say nothing, we count it as ‘not confirmed’, never as solved.</p>
    <form method="post" class="grid gap-4">
      <input type="hidden" name="answer" value="yes" />
      <p><button class="control font-semibold" type="submit">Yes, solved</button></p>
    </form>
    <form method="post" class="sheet grid gap-4 p-5">
      <input type="hidden" name="answer" value="no" />
      <h2 class="text-h3">No, not yet</h2>
      ${area('reason', 'What is still wrong?', typed['reason'] ?? '', limit.textMax)}
      <p><button class="control font-semibold" type="submit">Re-open</button></p>
    </form>`;
}
