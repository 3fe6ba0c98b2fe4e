import { identityHours } from '@baraza/contract/complaint/lifecycle';
import type { Mail } from '../../mail/enqueue-mail.ts';
import type { PublicAction } from '../../db/schema/tables.ts';
import { newReply, subjectOfNews } from '../../mail/reach.ts';
import { phrase, type Words } from '../../texts/words.ts';

/** Public step by staff, with the words for its citizen. */
export interface PublicStep {
  readonly action: PublicAction;
  readonly mdaName: string;
  readonly title: string;
  readonly trackingId: string;
  /** Reason and text for the citizen, where there are any. */
  readonly words: readonly (Words | null)[];
  /** Address of the complaint in the portal. */
  readonly link: string;
  /** Address that asks whether it is solved, without logging in. */
  readonly solvedLink?: string | undefined;
}

type Headline = Pick<PublicStep, 'action' | 'mdaName' | 'title'>;
type News = Record<'title' | 'body', Words>;
type MailWords = Pick<Mail, 'subject' | 'text'>;

const updateTexts: Partial<Record<string, { title: string; body: string }>> = {
  start: {
    title: /*i18n*/ 'Your complaint is being processed',
    body: /*i18n*/ '{mda} has started to work on "{complaint}".',
  },
  reply: { title: newReply, body: /*i18n*/ '{mda} answered: "{complaint}"' },
  ask: { title: /*i18n*/ 'A question for you', body: /*i18n*/ '{mda} needs your answer about "{complaint}".' },
  withdrawQuestion: {
    title: /*i18n*/ 'You no longer need to answer',
    body: /*i18n*/ '{mda} withdrew its question about "{complaint}" and continues. You do not need to answer.',
  },
  resolve: {
    title: /*i18n*/ 'Your complaint is resolved',
    body: /*i18n*/ '{mda} resolved "{complaint}". Tell us if it is solved.',
  },
  extend: {
    title: /*i18n*/ 'More time is needed',
    body: /*i18n*/ '{mda} needs more time for "{complaint}" and gave a reason.',
  },
  categorise: {
    title: /*i18n*/ 'Category or jurisdiction corrected',
    body: /*i18n*/ '{mda} corrected the category or the jurisdiction of "{complaint}".',
  },
  acceptTransfer: {
    title: /*i18n*/ 'Your complaint has moved',
    body: /*i18n*/ '{mda} has taken over "{complaint}". The day by which it is due stays the same.',
  },
  decideTransfer: {
    title: /*i18n*/ 'Your complaint has moved',
    body: /*i18n*/ 'It was decided that {mda} deals with "{complaint}". The day by which it is due stays the same.',
  },
  merge: {
    title: /*i18n*/ 'Handled together with another complaint',
    body: /*i18n*/ '{mda} handles "{complaint}" together with another complaint about the same matter. You will be notified of each reply.',
  },
  release: {
    title: /*i18n*/ 'Your complaint is handled separately again',
    body: /*i18n*/ '"{complaint}" is no longer handled together with another complaint. {mda} continues with it.',
  },
  discloseIdentity: {
    title: /*i18n*/ 'Your name and contact data may be seen',
    body: /*i18n*/ '{mda} may see your full name and contact data behind "{complaint}" for {hours} hours, and gave a reason.',
  },
  reject: {
    title: /*i18n*/ 'Your complaint was closed',
    body: /*i18n*/ '{mda} closed "{complaint}" and gave a reason.',
  },
  upholdAppeal: {
    title: /*i18n*/ 'Your complaint goes on after the review',
    body: /*i18n*/ 'The oversight office reviewed "{complaint}", and {mda} has to deal with it again.',
  },
  issueUpdate: {
    title: /*i18n*/ 'News about a known issue',
    body: /*i18n*/ '{mda} has news about "{complaint}". You follow it, or your complaint is about it.',
  },
  issueSolved: {
    title: /*i18n*/ 'A known issue is solved',
    body: /*i18n*/ '{mda} says that "{complaint}" is solved. You follow it, or your complaint is about it.',
  },
  declineAppeal: {
    title: /*i18n*/ 'The review is over',
    body: /*i18n*/ 'The oversight office reviewed "{complaint}". It stays as it was decided, for this reason.',
  },
};

/** Builds the notification about a step; undefined for a step that does not concern the citizen. */
export function newsOfStep({ action, mdaName: mda, title: complaint }: Headline): News | undefined {
  const text = updateTexts[action];
  return (
    text && {
      title: phrase(text.title),
      body: phrase(text.body, { mda: { name: mda }, complaint, hours: identityHours }),
    }
  );
}

/** Builds notification and mail about a step. */
export function updateOf(step: PublicStep): (News & { mail: MailWords }) | undefined {
  const { trackingId, words, link, solvedLink } = step;
  const news = newsOfStep(step);
  if (!news) return undefined;
  const text = [
    news.body,
    ...words.filter((text) => text !== null),
    phrase(/*i18n*/ 'Tracking ID: {trackingId}', { trackingId }),
    phrase(/*i18n*/ 'Read it here: {link}', { link }),
  ];
  if (solvedLink)
    text.push(phrase(/*i18n*/ 'Is it solved? Answer here once, without logging in: {link}', { link: solvedLink }));
  return { ...news, mail: { subject: subjectOfNews(news.title, trackingId), text } };
}
