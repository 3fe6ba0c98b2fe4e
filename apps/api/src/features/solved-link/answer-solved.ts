import { type Language, limit, message, text } from '@baraza/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { account, complaint } from '../../db/schema/tables.ts';
import { validation } from '../../http/errors.ts';
import type { Typed } from '../../http/page/plain-page.ts';
import type { Services } from '../../services.ts';
import { type PastEvent, readPast } from '../complaint/history/event.store.ts';
import { transitionComplaint } from '../complaint/transition/transition-complaint.ts';
import { type AskedResolution, isSolvedToken, readSolvedToken } from './solved-token.ts';

/** Milliseconds for which a link works. */
const lifetime = 60 * 24 * 3_600_000;

export type SolvedRefusal = 'unknown' | 'answered' | 'moved' | 'expired';

export interface SolvedQuestion {
  readonly id: string;
  readonly title: string;
  readonly trackingId: string;
  readonly version: number;
  readonly citizenId: string;
  /** The language of the mail. */
  readonly language: Language | null;
}

/** Finds what a link asks, or why it asks no longer. */
export async function findSolvedQuestion(
  services: Services,
  token: string,
): Promise<
  | { readonly refusal: SolvedRefusal; readonly id?: string; readonly language?: Language | null }
  | { readonly question: SolvedQuestion }
> {
  const asked = readSolvedToken(token);
  if (asked === undefined) return { refusal: 'unknown' };
  const { id, title, trackingId, version, citizenId } = complaint;
  const [found] = await services.db
    .select({ id, title, trackingId, version, citizenId, language: account.language, email: account.email })
    .from(complaint)
    .innerJoin(account, and(eq(account.id, citizenId), isNull(account.disabledAt)))
    .where(eq(id, asked.complaintId));
  if (!found || !isSolvedToken(services.keys, token, asked, found.email)) return { refusal: 'unknown' };
  const { email: _, ...question } = found;
  const refusal = refusalOf(asked, await readPast(services.db, question.id), services.clock.now());
  return refusal ? { refusal, id: question.id, language: question.language } : { question };
}

/** Says why a link asks no longer: the history alone decides, so that nothing needs to be stored with it. */
function refusalOf(
  { seq }: Pick<AskedResolution, 'seq'>,
  past: readonly Pick<PastEvent, 'seq' | 'action' | 'at' | 'toState'>[],
  now: Date,
): SolvedRefusal | undefined {
  const resolution = past.find((event) => event.seq === seq && event.action === 'resolve');
  if (resolution === undefined) return 'unknown';
  const since = past.filter((event) => event.seq > seq);
  if (since.some(({ toState }) => toState !== 'resolved')) return 'moved';
  if (since.some(({ action }) => action === 'confirmResolution')) return 'answered';
  return now.getTime() - resolution.at.getTime() > lifetime ? 'expired' : undefined;
}

/** Takes the answer of a citizen: solved, or re-opened with what is still wrong. */
export async function answerSolved(services: Services, question: SolvedQuestion, typed: Typed): Promise<boolean> {
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
