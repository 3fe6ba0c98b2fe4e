import { type Action, identityHours } from '@baraza/contract/complaint/lifecycle';

/** A public step by staff, with what its citizen may read. */
export interface PublicStep {
  readonly action: 'submit' | Action;
  readonly mdaName: string;
  readonly title: string;
  readonly trackingId: string;
  /** Reason and text for the citizen, where there are any. */
  readonly words: readonly (string | null)[];
  /** Address of the complaint in the portal. */
  readonly link: string;
  /** Address that asks whether it is solved, without logging in. */
  readonly solvedLink?: string | undefined;
}

export interface Update {
  readonly title: string;
  readonly body: string;
  readonly mail: { readonly subject: string; readonly text: string };
}

const updateTexts: Partial<Record<string, { title: string; body: (mda: string, complaint: string) => string }>> = {
  start: { title: 'Your complaint is being processed', body: (mda, it) => `${mda} has started to work on "${it}".` },
  reply: { title: 'New reply', body: (mda, it) => `${mda} answered: "${it}"` },
  ask: { title: 'A question for you', body: (mda, it) => `${mda} needs your answer about "${it}".` },
  withdrawQuestion: {
    title: 'No answer is needed any more',
    body: (mda, it) => `${mda} took its question about "${it}" back and goes on. You need not answer.`,
  },
  resolve: {
    title: 'Your complaint is resolved',
    body: (mda, it) => `${mda} resolved "${it}". Tell us if it is solved.`,
  },
  extend: { title: 'More time is needed', body: (mda, it) => `${mda} needs more time for "${it}" and gave a reason.` },
  categorise: {
    title: 'Category or jurisdiction corrected',
    body: (mda, it) => `${mda} corrected the category or the jurisdiction of "${it}".`,
  },
  acceptTransfer: {
    title: 'Your complaint has moved',
    body: (mda, it) => `${mda} has taken over "${it}". The day by which it is due stays the same.`,
  },
  decideTransfer: {
    title: 'Your complaint has moved',
    body: (mda, it) => `It was decided that ${mda} deals with "${it}". The day by which it is due stays the same.`,
  },
  merge: {
    title: 'Handled together with another complaint',
    body: (mda, it) =>
      `${mda} handles "${it}" together with another complaint about the same. You will hear of each answer.`,
  },
  release: {
    title: 'Your complaint is handled separately again',
    body: (mda, it) => `"${it}" is no longer handled together with another complaint. ${mda} goes on with it.`,
  },
  discloseIdentity: {
    title: 'Your name and contact data may be seen',
    body: (mda, it) =>
      `${mda} may see your full name and contact data behind "${it}" for ${identityHours} hours, and gave a reason.`,
  },
  reject: { title: 'Your complaint was closed', body: (mda, it) => `${mda} closed "${it}" and gave a reason.` },
  upholdAppeal: {
    title: 'Your complaint goes on after the review',
    body: (mda, it) => `The oversight office reviewed "${it}", and ${mda} has to deal with it again.`,
  },
  declineAppeal: {
    title: 'The review is over',
    body: (_, it) => `The oversight office reviewed "${it}". It stays as it was decided, for this reason.`,
  },
};

/** Texts of the notification and mail about a step; undefined for a step that does not concern the citizen. */
export function updateOf(step: PublicStep): Update | undefined {
  const { action, mdaName, title, trackingId, words, link, solvedLink } = step;
  const text = updateTexts[action];
  if (!text) return undefined;
  const body = text.body(mdaName, title);
  const lines = [body, ...words.filter((it) => it !== null), `Tracking ID: ${trackingId}`, `Read it here: ${link}`];
  if (solvedLink) lines.push(`Is it solved? Answer here once, without logging in: ${solvedLink}`);
  return { title: text.title, body, mail: { subject: `${text.title} (${trackingId})`, text: lines.join('\n\n') } };
}

/** Mail that confirms a new complaint. */
export function receiptOf(filed: Pick<PublicStep, 'mdaName' | 'title' | 'trackingId' | 'link'>): Update['mail'] {
  const { mdaName, title, trackingId, link } = filed;
  return {
    subject: `We have your complaint (${trackingId})`,
    text: [
      `Your complaint "${title}" has reached ${mdaName}.`,
      `Tracking ID: ${trackingId}\nKeep it to find your complaint again.`,
      `Follow it here: ${link}`,
    ].join('\n\n'),
  };
}

/** Address of a complaint in the portal. */
export function portalLink(publicUrl: string, complaintId: string): string {
  return `${publicUrl}/app/complaint/complaint-details/${complaintId}`;
}
