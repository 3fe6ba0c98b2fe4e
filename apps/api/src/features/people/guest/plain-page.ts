import { randomUUID } from 'node:crypto';
import * as contract from '@baraza/contract';
import { type Html, html } from '../../../texts/html.ts';
import { area, hidden, input, option, select, submitButton, type Typed } from '../../../http/page/plain-form.ts';
import { fieldLabels, ratingTexts, sentenceOf, statusTexts } from '../../../texts/page-texts.ts';
import type { Voice } from '../../../texts/voice.ts';

const labelOf = ({ show }: Voice, name: string) => show(fieldLabels[name] ?? name);

function level({ show }: Voice, value: string, typed: Typed, text: string): Html {
  const checked = typed['identity'] === value ? 'checked' : '';
  return html`<p>
    <label><input type="radio" name="identity" value="${value}" ${checked} /> ${show(text)}</label>
  </p>`;
}

interface Choices extends contract.GuestChoices {
  readonly translation: contract.PortalSettings['translation'];
}

const translatedFor = {
  all: /*i18n*/ 'A translation service may receive them too, to translate them for the reader.',
  'not-anonymous':
    /*i18n*/ 'If the complaint is confidential, a translation service may receive them too, to translate them for the reader.',
};

/** Renders the form of a complaint without an account. */
export function complaintForm(voice: Voice, { mdas, categories, translation }: Choices, typed: Typed): Html {
  const { say, show, nameOf } = voice;
  const label = (name: string) => labelOf(voice, name);
  const line = (name: string, attributes: string) => input(name, label(name), typed[name], attributes);
  const optionsOf = (field: string, named: readonly contract.Named[]) =>
    named.map(({ id, name }) => option(id, nameOf(name), typed[field]));
  const groups = mdas
    .filter(({ jurisdictions }) => jurisdictions.length > 0)
    .map(({ name, jurisdictions }) => {
      return html`<optgroup label="${nameOf(name)}">${optionsOf('mdaJurisdiction', jurisdictions)}</optgroup>`;
    });
  const offices = [...mdas, { id: contract.unknownMda, name: say(/*i18n*/ 'I don’t know which office') }];
  return html`<form method="post" action="/complain" class="grid gap-4">
    ${hidden({ key: typed['key'] ?? '' })} ${select('mda', label('mda'), optionsOf('mda', offices))}
    ${groups.length > 0 ? select('mdaJurisdiction', label('mdaJurisdiction'), groups) : undefined}
    ${select('category', label('category'), optionsOf('category', categories))}
    ${line('title', `maxlength="${contract.limit.titleMax}"`)}
    ${area('description', label('description'), typed['description'] ?? '', contract.limit.descriptionMax)}
    ${line('location', `maxlength="${contract.statedFactMax.location}"`)} ${line('incidentDate', 'type="date"')}
    <fieldset class="grid gap-1.5">
      <legend class="font-semibold">${label('identity')}</legend>
      ${level(
        voice,
        'confidential',
        typed,
        /*i18n*/ 'Confidential: the office reads a made-up name, and can ask two people to open what you wrote about yourself.',
      )}
      ${level(voice, 'anonymous', typed, /*i18n*/ 'Anonymous: nobody knows who you are.')}
    </fieldset>
    <p>
      ${show(/*i18n*/ 'No network address or browser name is kept.')}
      ${show(
        /*i18n*/ 'Your words are read by the officers of the MDA you chose, or of one that it passes the complaint on to, and by the oversight office.',
      )}
      ${show(/*i18n*/ 'If you do not know the office, the oversight office reads them first.')}
      ${translation === 'none' ? undefined : show(translatedFor[translation])}
      ${show(/*i18n*/ 'Leave out anything that could identify you.')}
    </p>
    ${line('contactName', `maxlength="${contract.limit.nameMax}"`)} ${line('contactPhone', 'type="tel" maxlength="24"')}
    ${submitButton(show(/*i18n*/ 'Submit Complaint'))}
  </form>`;
}

/** Renders the receipt of a complaint with a button to open it. */
export function receiptPart(voice: Voice, { trackingId, receiptCode }: contract.GuestReceipt): Html {
  const { show } = voice;
  const digits = receiptCode.replace(/(.{4})(?=.)/gu, '$1 ');
  return html`<p>
      ${show(/*i18n*/ 'Complaint submitted successfully!')}
      ${show(/*i18n*/ 'It is the only key to your complaint. Write it down before you leave this page.')}
    </p>
    <div class="sheet grid gap-4 p-5">
      <p>${show(/*i18n*/ 'Tracking ID')}<br /><strong class="mono text-lead" dir="ltr">${trackingId}</strong></p>
      <p>${show(/*i18n*/ 'Receipt code')}<br /><strong class="mono text-h1" dir="ltr">${digits}</strong></p>
    </div>
    <p><strong>${show(/*i18n*/ 'Without this code nobody can open it, not even us.')}</strong></p>
    ${trackForm(voice, { trackingId, receiptCode }, /*i18n*/ 'Open my complaint')}`;
}

/** Renders the form that opens a complaint. */
export function trackForm(voice: Voice, typed: Typed, button = /*i18n*/ 'Open'): Html {
  return html`<form method="post" action="/track" class="grid gap-4">
    ${input('trackingId', labelOf(voice, 'trackingId'), typed['trackingId'])}
    ${input('receiptCode', labelOf(voice, 'receiptCode'), typed['receiptCode'], 'inputmode="numeric"')}
    ${submitButton(voice.show(button))}
  </form>`;
}

/** Renders a complaint with its conversation and a form for each possible step. */
export function complaintPart(voice: Voice, complaint: contract.Complaint, pair: Typed, typed: Typed): Html {
  const { trackingId, status, mda, history } = complaint;
  const { say, show, nameOf } = voice;
  const steps = history.map((entry) => {
    const words = [entry.text, entry.reason].filter((text) => text !== null && text !== '');
    return html`<li class="sheet p-5">
      <p class="text-sm text-ink-2">${sentenceOf(voice, entry)} · <bdi>${entry.at.slice(0, 10)}</bdi></p>
      ${words.map((text) => html`<p dir="auto">${text ?? ''}</p>`)}
    </li>`;
  });
  return html`<p><bdi>${trackingId}</bdi> · <bdi>${nameOf(mda.name)}</bdi> · ${say(statusTexts[status])}</p>
    <ol class="grid gap-4">
      ${steps}
    </ol>
    ${actsNow(complaint).map((act) => {
      const { label, button }: Act = acts[act];
      const words = typed['act'] === act ? (typed['text'] ?? '') : '';
      return html`<form method="post" action="/track" class="grid gap-4">
        ${hidden({ trackingId: pair['trackingId'] ?? '', receiptCode: pair['receiptCode'] ?? '', act, key: randomUUID() })}
        ${act === 'survey' ? select('rating', labelOf(voice, 'rating'), ratings(voice, typed)) : undefined}
        ${label === undefined ? undefined : area('text', show(label), words, contract.limit.textMax, `f-${act}`)}
        ${submitButton(show(button))}
      </form>`;
    })}
    <p>${show(/*i18n*/ 'Photos and voice need scripts.')}</p>`;
}

/** Renders the known issue of a complaint with its updates. */
export function knownIssuePart({ show }: Voice, issue: contract.KnownIssue): Html {
  const { title, text, state, promisedDate, updates } = issue;
  const isPromised = state === 'open' && promisedDate !== null;
  return html`<div class="sheet grid gap-4 p-5">
    <p>${show(/*i18n*/ 'Known issue')}: <strong dir="auto">${title}</strong></p>
    <p dir="auto">${text}</p>
    ${isPromised ? html`<p>${show(/*i18n*/ 'To be solved by {day}', { day: promisedDate })}</p>` : undefined}
    ${updates.map((update) => html`<p dir="auto"><bdi>${update.time.slice(0, 10)}</bdi> ${update.text}</p>`)}
    ${state === 'solved' ? html`<p>${show(/*i18n*/ 'This issue is solved.')}</p>` : undefined}
  </div>`;
}

const ratings = ({ say }: Voice, typed: Typed) =>
  ratingTexts.map((name, index) => option(String(index + 1), say(name), typed['rating']));

interface Act {
  /** Label of its text, if it takes one. */
  readonly label?: string;
  readonly button: string;
}

const acts = {
  confirm: { button: /*i18n*/ 'Yes, solved' },
  survey: { label: /*i18n*/ 'Your comment', button: /*i18n*/ 'Submit' },
  answer: { label: /*i18n*/ 'Your answer', button: /*i18n*/ 'Answer' },
  reopen: { label: /*i18n*/ 'What is still wrong?', button: /*i18n*/ 'Re-open' },
  appeal: { label: /*i18n*/ 'What should the oversight office look at?', button: /*i18n*/ 'Ask for a review' },
  withdraw: { label: /*i18n*/ 'Why do you withdraw it? (optional)', button: /*i18n*/ 'Withdraw complaint' },
  receipt: { button: /*i18n*/ 'Receipt file' },
} satisfies Record<string, Act>;

function actsNow(complaint: contract.Complaint): (keyof typeof acts)[] {
  const asked = contract.canAnswer(complaint);
  const isPossible = {
    confirm: contract.canConfirm(complaint),
    survey: contract.canSurvey(complaint),
    answer: asked,
    reopen: !asked && contract.canReopen(complaint),
    appeal: !asked && complaint.appealUntil !== null,
    withdraw: contract.canWithdraw(complaint),
    receipt: true,
  };
  return (Object.keys(acts) as (keyof typeof acts)[]).filter((act) => isPossible[act]);
}
