import { canAnswer, canConfirm } from '@baraza/contract';
import { statusTexts } from '../../texts/page-texts.ts';
import { phrase, type Words } from '../../texts/words.ts';
import type { Named } from './choose.ts';
import type { OwnComplaint } from './own-complaint.ts';

/* Texts to a phone. They are paid by the part, and hold no office, title or words of a complaint: others read the phone too. */

/** Composes the question for the office, with a notice of who knows the number. */
export const office = (site: string, takesFiles = false): Words => [
  phrase(/*i18n*/ 'Which office? Send its name or 0.'),
  takesFiles ? onWhatsApp(site) : bySms(site),
];

const bySms = (site: string): Words =>
  phrase(/*i18n*/ 'The office will not see your number, but your network and SMS service do. To stay unknown: {page}', {
    page: `${site}/complain`,
  });

const onWhatsApp = (site: string): Words => [
  phrase(/*i18n*/ 'The office will not see your number, but WhatsApp and your network do. To stay unknown: {page}', {
    page: `${site}/complain`,
  }),
  phrase(/*i18n*/ 'You can also send a voice note, photos and the place.'),
];

/** Why a file did not come through. */
export const fileLost = /*i18n*/ 'Your file did not arrive. Please send it again.';

export const questions = {
  jurisdiction: phrase(/*i18n*/ 'Which branch or district of it? Send its name.'),
  words: phrase(/*i18n*/ 'What happened?'),
  place: phrase(/*i18n*/ 'Where?'),
  confirm: phrase(/*i18n*/ 'Send it? 1 yes, 2 no'),
  reason: phrase(/*i18n*/ 'What is still wrong?'),
};
/** Buttons; the id of each is the answer typed elsewhere. */
export const yes = { id: '1', title: phrase(/*i18n*/ 'Yes') };
export const no = { id: '2', title: phrase(/*i18n*/ 'No') };
export const unknown = { id: '0', title: phrase(/*i18n*/ 'I do not know') };
export const whatIsWrong = questions.reason;

/** Lists names to choose from by number. */
export const which = (offered: readonly Named[]): Words => [
  phrase(/*i18n*/ 'Which one? Send its number.'),
  ...offered.map(({ name, local = name }, index) => `${index + 1} ${local}`),
];

export const notFound = {
  none: phrase(/*i18n*/ 'No such name here. Try another word of it.'),
  many: phrase(/*i18n*/ 'Many names have this word. Send more of the name.'),
};
export const more = phrase(/*i18n*/ 'Please say more about it.');
export const shorter = phrase(/*i18n*/ 'Please name the place in fewer words.');
export const again = phrase(/*i18n*/ 'To begin again send NEW.');
export const cancelled = phrase(/*i18n*/ 'Nothing was sent.');

/** Confirms a filing. */
export const filed = (trackingId: string): Words =>
  phrase(/*i18n*/ 'Received: {trackingId}. For news send STATUS, to end messages STOP.', { trackingId });

/** Composes the code that opens a complaint in the portal. */
export const code = (trackingId: string, receiptCode: string, site: string): Words =>
  phrase(/*i18n*/ 'Code of {trackingId}: {code}. Open it at {page}. Anybody with this code can read it.', {
    trackingId,
    code: receiptCode,
    page: `${site}/track`,
  });

/** Composes the status of a complaint. */
export const status = ({ trackingId, status: shown }: Pick<OwnComplaint, 'trackingId' | 'status'>): Words =>
  phrase(/*i18n*/ '{trackingId}: {status}', { trackingId, status: phrase(statusTexts[shown]) });

/** Composes the open question of a complaint: an answer, or whether it is solved. */
export function asked(complaint: OwnComplaint, site: string, ...also: readonly Words[]): Words[] {
  const { trackingId } = complaint;
  if (canAnswer(complaint))
    return [
      phrase(/*i18n*/ 'A question waits for you. Send CODE to read it at {page}.', { page: `${site}/track` }),
      phrase(/*i18n*/ 'To answer send ANSWER {trackingId} and your words.', { trackingId }),
      ...also,
    ];
  if (!canConfirm(complaint)) return [];
  return [phrase(/*i18n*/ 'If it is solved send 1 {trackingId}, if not 2 {trackingId}.', { trackingId })];
}

/** Offers the answers to whether a complaint is solved; none where that is not asked. */
export const isSolved = (complaint: OwnComplaint) =>
  canConfirm(complaint)
    ? [
        { id: `1 ${complaint.trackingId}`, title: phrase(/*i18n*/ 'Solved') },
        { id: `2 ${complaint.trackingId}`, title: phrase(/*i18n*/ 'Not solved') },
      ]
    : [];

export const orNew = phrase(/*i18n*/ 'For a new complaint send NEW.');
export const confirmed = phrase(/*i18n*/ 'Thank you. Counted as confirmed.');
export const reopened = phrase(/*i18n*/ 'Your complaint is open again.');
export const answered = phrase(/*i18n*/ 'Your answer was passed on.');
export const notNow = phrase(/*i18n*/ 'This is not possible now. Send STATUS to see where it stands.');

/** Composes the refusal for a complaint of another number, the same as for none. */
export const noComplaint = (trackingId: string | undefined): Words =>
  trackingId === undefined
    ? phrase(/*i18n*/ 'No complaint was sent from this number.')
    : phrase(/*i18n*/ 'No complaint {trackingId} was sent from this number.', { trackingId });

/** Composes the question which complaint a command is about. */
export const whichOne = (verb: string): Words =>
  phrase(/*i18n*/ 'Which one? Send {word} and its ID.', { word: verb.toUpperCase() });

export const stopped = phrase(/*i18n*/ 'You get no more messages. To get them again send START.');
export const started = phrase(/*i18n*/ 'You get messages again. To end them send STOP.');
export const help = (site: string): Words =>
  phrase(
    /*i18n*/ 'To complain send NEW. For news STATUS, for its code CODE, to end messages STOP. Languages: English, Francais, Arabic, Hausa, Igbo, Kiswahili, Yoruba. {site}',
    { site },
  );
