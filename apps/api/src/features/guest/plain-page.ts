import { randomUUID } from 'node:crypto';
import type { Complaint, GuestChoices, GuestReceipt, Named } from '@baraza/contract';
import { canAnswer, canReopen, canSurvey, limit, unknownMda } from '@baraza/contract';
import { Html, html } from '../../http/page/html.ts';
import { area, portalName, type Typed } from '../../http/page/plain-page.ts';

/** Of the fields of both forms. */
export const labels: Record<string, string> = {
  mda: 'MDA',
  mdaJurisdiction: 'Jurisdiction, where the MDA has any',
  category: 'Category',
  title: 'Subject/Title',
  description: 'Details/Description',
  location: 'Where did this happen',
  incidentDate: 'When did it happen',
  identity: 'How much of yourself do you want to give?',
  contactName: 'Your name, for a confidential complaint (optional)',
  contactPhone: 'Your phone number, for a confidential complaint (optional)',
  trackingId: 'Tracking ID',
  receiptCode: 'Receipt code',
  rating: 'How satisfied are you with how it was handled?',
};

function input(name: string, typed: Typed, attributes = ''): Html {
  const id = `f-${name}`;
  return html`<p class="grid gap-1.5">
    <label for="${id}" class="font-semibold">${labels[name] ?? name}</label>
    <input
      class="control"
      id="${id}"
      name="${name}"
      value="${typed[name] ?? ''}"
      autocomplete="off"
      ${new Html(attributes)}
    />
  </p>`;
}

function option({ id, name }: Named, chosen: string | undefined): Html {
  return html`<option value="${id}" ${id === chosen ? 'selected' : ''}>${name}</option>`;
}

function select(name: string, options: readonly Html[]): Html {
  return html`<p class="grid gap-1.5">
    <label for="f-${name}" class="font-semibold">${labels[name] ?? name}</label>
    <select class="control" id="f-${name}" name="${name}">
      <option value=""></option>
      ${options}
    </select>
  </p>`;
}

function level(value: string, typed: Typed, text: string): Html {
  const checked = typed['identity'] === value ? 'checked' : '';
  return html`<p>
    <label><input type="radio" name="identity" value="${value}" ${checked} /> ${text}</label>
  </p>`;
}

/** The form of a complaint without an account. */
export function complaintForm({ mdas, categories }: GuestChoices, typed: Typed): Html {
  const groups = mdas
    .filter(({ jurisdictions }) => jurisdictions.length > 0)
    .map(({ name, jurisdictions }) => {
      return html`<optgroup label="${name}">
        ${jurisdictions.map((one) => option(one, typed['mdaJurisdiction']))}
      </optgroup>`;
    });
  return html`<form method="post" action="/complain" class="grid gap-4">
    <input type="hidden" name="key" value="${typed['key'] ?? ''}" />
    ${select(
      'mda',
      [...mdas, { id: unknownMda, name: 'I don’t know which office' }].map((one) => option(one, typed['mda'])),
    )}
    ${groups.length > 0 ? select('mdaJurisdiction', groups) : undefined}
    ${select(
      'category',
      categories.map((one) => option(one, typed['category'])),
    )}
    ${input('title', typed, `maxlength="${limit.titleMax}"`)}
    ${area('description', labels['description'] ?? '', typed['description'] ?? '', limit.descriptionMax)}
    ${input('location', typed, `maxlength="${limit.locationMax}"`)} ${input('incidentDate', typed, 'type="date"')}
    <fieldset class="grid gap-1.5">
      <legend class="font-semibold">${labels['identity'] ?? ''}</legend>
      ${level('confidential', typed, 'Confidential: the office reads a made-up name, and can ask two people to open what you wrote of yourself.')}
      ${level('anonymous', typed, 'Anonymous: nobody knows who you are. No network address and no browser name is kept.')}
    </fieldset>
    ${input('contactName', typed, `maxlength="${limit.nameMax}"`)}
    ${input('contactPhone', typed, 'type="tel" maxlength="24"')}
    <p>Leave out of your words what points to you.</p>
    <p><button class="control font-semibold" type="submit">Submit Complaint</button></p>
  </form>`;
}

/** The receipt of a complaint, and the way to open it. */
export function receiptPart({ trackingId, receiptCode }: GuestReceipt): Html {
  return html`<p>Complaint submitted successfully! It is the only key to your complaint. We show it once.</p>
    <div class="sheet grid gap-4 p-5">
      <p>Tracking ID<br /><strong class="mono text-lead">${trackingId}</strong></p>
      <p>Receipt code<br /><strong class="mono text-h1">${receiptCode.replace(/(.{4})(?=.)/gu, '$1 ')}</strong></p>
    </div>
    <p><strong>Without this code nobody, not even we, can open it.</strong></p>
    ${trackForm({ trackingId, receiptCode }, 'Open my complaint')}`;
}

/** The form that opens a complaint. */
export function trackForm(typed: Typed, button = 'Open'): Html {
  return html`<form method="post" action="/track" class="grid gap-4">
    ${input('trackingId', typed)} ${input('receiptCode', typed, 'inputmode="numeric"')}
    <p><button class="control font-semibold" type="submit">${button}</button></p>
  </form>`;
}

/** A complaint with its conversation, and what can be written into it now. */
export function complaintPart(complaint: Complaint, pair: Typed, typed: Typed): Html {
  const { trackingId, status, mda, history } = complaint;
  const steps = history.map(({ at, by, actor, action, text, reason }) => {
    const words = [text, reason].filter((it) => it !== null && it !== '');
    const who = by === 'citizen' ? 'You' : (actor ?? (by === 'system' ? portalName : 'The oversight office'));
    return html`<li class="sheet p-5">
      <p class="text-sm text-ink-2">${who} · ${actionWords[action] ?? 'changed it'} · ${at.slice(0, 10)}</p>
      ${words.map((it) => html`<p>${it ?? ''}</p>`)}
    </li>`;
  });
  return html`<p>${trackingId} · ${mda.name} · ${status}</p>
    <ol class="grid gap-4">
      ${steps}
    </ol>
    ${actsNow(complaint).map(
      (act) =>
        html`<form method="post" action="/track" class="grid gap-4">
          <input type="hidden" name="trackingId" value="${pair['trackingId'] ?? ''}" />
          <input type="hidden" name="receiptCode" value="${pair['receiptCode'] ?? ''}" />
          <input type="hidden" name="act" value="${act}" />
          <input type="hidden" name="key" value="${randomUUID()}" />
          ${act === 'survey' ? select('rating', ratings(typed)) : undefined}
          ${area('text', acts[act].label, typed['act'] === act ? (typed['text'] ?? '') : '', limit.textMax, act)}
          <p><button class="control font-semibold" type="submit">${acts[act].button}</button></p>
        </form>`,
    )}
    <p>Photos and voice need scripts.</p>`;
}

const ratings = (typed: Typed) =>
  ['Very Dissatisfied', 'Dissatisfied', 'Neutral', 'Satisfied', 'Very Satisfied'].map((name, index) =>
    option({ id: String(index + 1), name }, typed['rating']),
  );

/** What can be written into a complaint on a plain page. */
const acts = {
  survey: { label: 'Your comment', button: 'Submit' },
  answer: { label: 'Your answer', button: 'Answer' },
  reopen: { label: 'What is still wrong?', button: 'Re-open' },
  appeal: { label: 'What should the oversight office look at?', button: 'Ask for a review' },
};

function actsNow(complaint: Complaint): (keyof typeof acts)[] {
  if (canAnswer(complaint)) return ['answer'];
  return [
    ...(canSurvey(complaint) ? ['survey' as const] : []),
    ...(canReopen(complaint) ? ['reopen' as const] : []),
    ...(complaint.appealUntil ? ['appeal' as const] : []),
  ];
}

const actionWords: Record<string, string> = {
  submit: 'filed',
  start: 'work started',
  reply: 'replied',
  ask: 'asked',
  withdrawQuestion: 'took the question back',
  answer: 'answered',
  resolve: 'resolved',
  reopen: 're-opened',
  reject: 'rejected',
  appeal: 'asked for a review',
  upholdAppeal: 'decided that the complaint goes on',
  declineAppeal: 'decided that it stays as it was',
  addEvidence: 'added',
  withdraw: 'withdrew it',
  confirmResolution: 'said that it is solved',
  revokeConfirmation: 'took back that it is solved',
  categorise: 'corrected the category or jurisdiction',
  extend: 'needs more time',
  offerTransfer: 'asked another office to take it over',
  withdrawTransfer: 'took that request back, and keeps it',
  acceptTransfer: 'took it over',
  declineTransfer: 'did not take it over',
  decideTransfer: 'gave it to another office',
  discloseIdentity: 'allowed an office to see your name and contact data',
  merge: 'handles it together with another complaint about the same matter',
  release: 'separated it again from another complaint, which was withdrawn',
  escalate: 'told a superior that it takes too long',
};
