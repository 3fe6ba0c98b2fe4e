import { type Complaint, type HistoryEntry, identityHours } from '@baraza/contract';
import type { Html } from './html.ts';
import type { Voice } from './voice.ts';

export const portalName = /*i18n*/ 'Service Delivery Portal';

/** Labels of the fields in forms without scripts. */
export const fieldLabels: Record<string, string> = {
  mda: /*i18n*/ 'MDA',
  mdaJurisdiction: /*i18n*/ 'Jurisdiction, where the MDA has any',
  category: /*i18n*/ 'Category',
  title: /*i18n*/ 'Subject/Title',
  description: /*i18n*/ 'Details/Description',
  location: /*i18n*/ 'Where did this happen',
  incidentDate: /*i18n*/ 'When did it happen',
  identity: /*i18n*/ 'Who may know who you are?',
  contactName: /*i18n*/ 'Your name, for a confidential complaint (optional)',
  contactPhone: /*i18n*/ 'Your phone number, for a confidential complaint (optional)',
  trackingId: /*i18n*/ 'Tracking ID',
  receiptCode: /*i18n*/ 'Receipt code',
  rating: /*i18n*/ 'How satisfied are you with how it was handled?',
};

/** Statuses of a complaint. */
export const statusTexts: Record<Complaint['status'], string> = {
  Pending: /*i18n*/ 'Pending',
  Processing: /*i18n*/ 'Processing',
  Resolved: /*i18n*/ 'Resolved',
  Canceled: /*i18n*/ 'Canceled',
};

/** Ratings of a survey, from 1 to 5. */
export const ratingTexts = [
  /*i18n*/ 'Very Dissatisfied',
  /*i18n*/ 'Dissatisfied',
  /*i18n*/ 'Neutral',
  /*i18n*/ 'Satisfied',
  /*i18n*/ 'Very Satisfied',
];

/** Puts one step of a history into a sentence. */
export function sentenceOf({ say, show, nameOf }: Voice, { action, by, actor, text }: HistoryEntry): Html {
  const mda = actor === null ? say(by === 'system' ? portalName : oversight) : nameOf(actor);
  const other = text ? nameOf(text) : mda;
  const values = { mda, to: other, office: other, identityHours: String(identityHours) };
  return show(sentences[action] ?? (by === 'citizen' ? sentences.changed : sentences.changedBy), values);
}

const oversight = /*i18n*/ 'The oversight office';

const sentences = {
  changed: /*i18n*/ 'You changed it',
  changedBy: /*i18n*/ '{mda} changed it',
  submit: /*i18n*/ 'You filed this complaint',
  start: /*i18n*/ '{mda} started to work on it',
  reply: /*i18n*/ '{mda} replied',
  ask: /*i18n*/ '{mda} asked you',
  withdrawQuestion: /*i18n*/ '{mda} withdrew its question',
  answer: /*i18n*/ 'You answered',
  addEvidence: /*i18n*/ 'You added evidence',
  resolve: /*i18n*/ '{mda} marked it as Resolved',
  confirmResolution: /*i18n*/ 'You said that it is solved',
  revokeConfirmation: /*i18n*/ 'You withdrew your answer that it is solved',
  reject: /*i18n*/ '{mda} canceled it',
  withdraw: /*i18n*/ 'You withdrew it',
  reopen: /*i18n*/ 'You re-opened it',
  appeal: /*i18n*/ 'You asked for a review',
  upholdAppeal: /*i18n*/ 'The oversight office decided that work on it continues',
  declineAppeal: /*i18n*/ 'The oversight office decided to leave it as it was',
  categorise: /*i18n*/ '{mda} corrected the category or jurisdiction',
  extend: /*i18n*/ '{mda} needs more time',
  offerTransfer: /*i18n*/ '{mda} asked {to} to take it over',
  withdrawTransfer: /*i18n*/ '{mda} withdrew its request and keeps the complaint',
  acceptTransfer: /*i18n*/ '{mda} took it over',
  declineTransfer: /*i18n*/ '{mda} declined to take it over',
  decideTransfer: /*i18n*/ 'The oversight office gave it to {to}',
  discloseIdentity: /*i18n*/ '{office} may see your name and contact data for {identityHours} hours',
  merge: /*i18n*/ 'It is handled together with another complaint about the same matter',
  release: /*i18n*/ 'It is handled separately again: the other complaint was withdrawn',
  escalate: /*i18n*/ 'A superior was notified that it takes too long',
} as Record<string, string> & { readonly changed: string; readonly changedBy: string };
