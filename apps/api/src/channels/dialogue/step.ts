import {
  asciiDigits,
  canAnswer,
  canConfirm,
  canReopen,
  type Language,
  languageNames,
  languages,
  limit,
  statedFactMax,
  trackingIdIn,
  unknownMda,
} from '@baraza/contract';
import { plainWords } from '../../domain/search-words.ts';
import type { Words } from '../../texts/words.ts';
import { choose, type Named } from './choose.ts';
import type { OwnComplaint } from './own-complaint.ts';
import * as say from './replies.ts';
import { keepSent, type Message, type Sent } from './sent.ts';

/** The open question to the citizen. */
export type Position =
  | { readonly at: 'idle' }
  | { readonly at: 'office'; readonly opening: string; readonly offered?: readonly string[] }
  | {
      readonly at: 'jurisdiction';
      readonly opening: string;
      readonly mda: string;
      readonly offered?: readonly string[];
    }
  | { readonly at: 'words'; readonly filing: Place }
  | { readonly at: 'place'; readonly filing: Place & Said }
  | { readonly at: 'confirm'; readonly filing: Filing }
  | { readonly at: 'reason'; readonly complaintId: string; readonly trackingId: string };

interface Place {
  readonly opening: string;
  readonly mda: string;
  readonly jurisdiction?: string | undefined;
}
interface Said {
  /** Empty where a recording says it. */
  readonly words: string;
}
/** The content of a complaint to file. */
export type Filing = Place & Said & { readonly location: string };

/** Where the dialogue with one number stands. */
export interface Dialogue {
  readonly language: Language;
  readonly position: Position;
  /** Files and a place that wait for the complaint, or for the answer. */
  readonly sent?: Sent | undefined;
}

export interface World {
  readonly offices: readonly (Named & { readonly jurisdictions: readonly Named[] })[];
  /** Newest first. */
  readonly own: readonly OwnComplaint[];
  /** Address of the portal, as short as phones open it. */
  readonly site: string;
  /** Whether it takes voice notes, photos and places. */
  readonly takesFiles?: boolean;
}

/** A step of the server before the reply. */
export type Act =
  | { readonly act: 'file'; readonly filing: Filing; readonly sent?: Sent | undefined }
  | { readonly act: 'confirmResolution'; readonly complaintId: string }
  | {
      readonly act: 'reopen' | 'answer';
      readonly complaintId: string;
      readonly text: string;
      readonly sent?: Sent | undefined;
    }
  | { readonly act: 'code'; readonly complaintId: string; readonly trackingId: string }
  | { readonly act: 'stop' | 'start' };

/** Buttons, not yet in the language of the citizen; or the map on which a place is picked. */
export type Offered = 'place' | readonly { readonly id: string; readonly title: Words }[];

export interface Turn {
  readonly dialogue: Dialogue;
  /** After a filing and for a code the server adds its own. */
  readonly replies: readonly Words[];
  readonly act?: Act;
  /** Buttons in place of those of the open question. */
  readonly choices?: Offered;
}

/** A first message of this length says something about the matter. */
const opensWith = 40;
const titleMax = 60;

/** Plans the answer to one message. An empty one opens a session. */
export function step(before: Dialogue, message: Message, world: World): Turn {
  const { dialogue: kept, refusal } = keepSent(before, message);
  const isMoved = message.place && kept.position.at === 'confirm';
  const dialogue = isMoved ? { ...kept, position: { ...kept.position, at: 'place' } as Position } : kept;
  const said = message.text.trim() || (message.file?.isVoice ? spoken[dialogue.position.at] : undefined) || '';
  const turn = commandOf(dialogue, asciiDigits(said), world) ?? answerOf(dialogue, said, world);
  const next = skipAnswered(begins(before, turn) ? onlyOf(message, turn) : turn);
  return refusal ? { ...next, replies: [refusal, ...next.replies] } : next;
}

const begins = ({ position }: Dialogue, turn: Turn) => position.at === 'idle' && turn.dialogue.position.at === 'office';

/** Leaves out files and places sent before a complaint began: they may be for another office. */
function onlyOf(message: Message, turn: Turn): Turn {
  const fresh = keepSent<Pick<Dialogue, 'sent'>>({}, message).dialogue;
  return { ...turn, dialogue: { ...turn.dialogue, sent: fresh.sent } };
}

/** Words that stand for a voice note without words. */
const spoken: Partial<Record<Position['at'], string>> = {
  office: '0',
  place: 'In the recording',
  reason: 'In the recording',
};

/** Goes past questions that a voice note or a place has answered. */
function skipAnswered(turn: Turn): Turn {
  const { dialogue } = turn;
  const { position, sent } = dialogue;
  const goTo = (next: Position, reply: Words) =>
    skipAnswered({ dialogue: { ...dialogue, position: next }, replies: [reply] });
  if (turn.act) return turn;
  if (position.at === 'words' && sent?.files.some(({ isVoice }) => isVoice))
    return goTo({ at: 'place', filing: { ...position.filing, words: '' } }, say.questions.place);
  if (position.at === 'place' && sent?.place)
    return goTo({ at: 'confirm', filing: { ...position.filing, location: sent.place.name } }, say.questions.confirm);
  return turn;
}

/** Lists the buttons of a turn; the id of each is the answer typed elsewhere. */
export function choicesOf({ dialogue: { position }, act, choices }: Turn, { offices }: World): Offered {
  if (act) return [];
  if (choices) return choices;
  if (position.at === 'place') return 'place';
  if (position.at === 'confirm') return [say.yes, say.no];
  if (position.at === 'office' && !position.offered) return [say.unknown];
  const offered = 'offered' in position ? (position.offered ?? []) : [];
  const all = [...offices, ...offices.flatMap(({ jurisdictions }) => jurisdictions)];
  const named = offered.flatMap((id) => all.find((each) => each.id === id) ?? []);
  return named.map(({ name, local = name }, index) => ({ id: `${index + 1}`, title: `${index + 1} ${local}` }));
}

type Command = (dialogue: Dialogue, world: World) => Turn;

/** Words that stand alone mean a command at any time. */
const whole: Record<string, Command> = {
  help: (dialogue, { site }) => ({ dialogue, replies: [say.help(site)] }),
  stop: (dialogue) => ({ ...ended(dialogue, say.stopped), act: { act: 'stop' } }),
  start: (dialogue) => ({ dialogue, replies: [say.started], act: { act: 'start' } }),
  cancel: (dialogue) => ended(dialogue, say.cancelled),
  new: (dialogue, world) => begin({ ...dialogue, sent: undefined }, '', world),
};

function commandOf(dialogue: Dialogue, typed: string, world: World): Turn | undefined {
  const word = plainWords(typed).join(' ');
  const language = languages.find((code) => namesOf(code).includes(word));
  if (language) return ask({ ...dialogue, language }, world);
  if (Object.hasOwn(whole, word)) return whole[word]?.(dialogue, world);
  const trackingId = trackingIdIn(typed);
  const isIdle = dialogue.position.at === 'idle';
  const [, verb = '', rest = ''] = /^(status|code|answer|1|2)\b[\s:.,]*(.*)$/isu.exec(typed) ?? [];
  const isAlone = rest === '' && (isIdle || !['1', '2', 'answer'].includes(verb.toLowerCase()));
  const isNamed = trackingId !== undefined && /^#?(?:ID\W*)?SDP/iu.test(rest);
  if (!verb || !(isAlone || isNamed || (isIdle && verb.toLowerCase() === 'answer'))) return undefined;
  return aboutOwn(dialogue, verb.toLowerCase(), isNamed ? trackingId : undefined, rest, world);
}

const englishNames = new Intl.DisplayNames('en', { type: 'language' });
const namesOf = (code: Language) =>
  [languageNames[code], englishNames.of(code) ?? ''].map((name) => plainWords(name).join(' '));

/** Which of the complaints each word can be about. */
const fits: Record<string, (complaint: OwnComplaint) => boolean> = {
  status: () => true,
  code: () => true,
  answer: canAnswer,
  '1': canConfirm,
  '2': canReopen,
};

function aboutOwn(
  dialogue: Dialogue,
  verb: string,
  trackingId: string | undefined,
  rest: string,
  { own, site }: World,
): Turn | undefined {
  const named = own.filter((complaint) => trackingId === undefined || complaint.trackingId === trackingId);
  if (named.length === 0 && trackingId === undefined && (verb === '1' || verb === '2')) return undefined;
  const possible = named.filter((complaint) => fits[verb]?.(complaint));
  const [complaint, ...others] = possible;
  const stay = (...replies: readonly Words[]): Turn => ({ dialogue, replies });
  if (!complaint) return stay(named.length === 0 ? say.noComplaint(trackingId) : say.notNow);
  if (others.length > 0) return stay(...possible.slice(0, 5).map(say.status), say.whichOne(verb));
  const { id: complaintId } = complaint;
  if (verb === 'status')
    return { ...stay(say.status(complaint), ...say.asked(complaint, site)), choices: say.isSolved(complaint) };
  if (verb === 'code') return { ...stay(), act: { act: 'code', complaintId, trackingId: complaint.trackingId } };
  if (verb === '1') return { ...ended(dialogue, say.confirmed), act: { act: 'confirmResolution', complaintId } };
  const words = trackingId === undefined ? rest : afterId(rest);
  if (verb === '2' && words === '') {
    const position = { at: 'reason', complaintId, trackingId: complaint.trackingId } as const;
    return { dialogue: { ...dialogue, position }, replies: [say.whatIsWrong] };
  }
  if (words === '') return stay(...say.asked(complaint, site));
  // Files sent in the middle of a filing belong to that filing.
  const sent = dialogue.position.at === 'idle' ? dialogue.sent : undefined;
  if (verb === 'answer')
    return { ...ended(dialogue, say.answered), act: { act: 'answer', complaintId, text: words, sent } };
  return { ...ended(dialogue, say.reopened), act: { act: 'reopen', complaintId, text: words, sent } };
}

/** Removes the tracking ID from the start of the words after a command. */
const afterId = (rest: string) =>
  rest.replace(/^\W*(?:ID\W*)?SDP\W{0,3}\d\d\W{0,3}(?:[A-Z\d][ -]?){5}[A-Z\d](?![A-Z])[\s:.,]*/iu, '');

function ended(dialogue: Dialogue, ...replies: readonly Words[]): Turn {
  return { dialogue: { ...dialogue, position: { at: 'idle' }, sent: undefined }, replies };
}

function begin(dialogue: Dialogue, opening: string, { site, takesFiles }: World): Turn {
  const replies = [say.office(site, takesFiles)];
  return { dialogue: { ...dialogue, position: { at: 'office', opening } }, replies };
}

/** Repeats the open question. */
function ask(dialogue: Dialogue, world: World): Turn {
  const { position } = dialogue;
  if (position.at === 'idle') return dialogue.sent ? answerIdle(dialogue, '', world) : begin(dialogue, '', world);
  if (position.at === 'office') return begin(dialogue, position.opening, world);
  return { dialogue, replies: [say.questions[position.at]] };
}

function answerOf(dialogue: Dialogue, said: string, world: World): Turn {
  const { position } = dialogue;
  if (said === '') return ask(dialogue, world);
  const typed = asciiDigits(said).toLowerCase();
  const goTo = (next: Position, ...replies: readonly Words[]): Turn => {
    return { dialogue: { ...dialogue, position: next }, replies };
  };
  switch (position.at) {
    case 'idle':
      return answerIdle(dialogue, said, world);
    case 'office':
      return chooseOffice(goTo, position, typed, world);
    case 'jurisdiction':
      return chooseJurisdiction(goTo, position, typed, world);
    case 'words': {
      if (plainWords(said).join(' ').length < limit.titleMin) return goTo(position, say.more);
      return goTo({ at: 'place', filing: { ...position.filing, words: said } }, say.questions.place);
    }
    case 'place': {
      if (said.length > statedFactMax.location) return goTo(position, say.shorter);
      return goTo({ at: 'confirm', filing: { ...position.filing, location: said } }, say.questions.confirm);
    }
    case 'confirm': {
      if (['1', 'yes'].includes(typed))
        return { ...ended(dialogue), act: { act: 'file', filing: position.filing, sent: dialogue.sent } };
      return ['2', '0', 'no'].includes(typed) ? ended(dialogue, say.cancelled) : goTo(position, say.questions.confirm);
    }
    case 'reason':
      return {
        ...ended(dialogue, say.reopened),
        act: { act: 'reopen', complaintId: position.complaintId, text: said, sent: dialogue.sent },
      };
  }
}

/** Asks for the answer that an office waits for, or else begins a complaint. */
function answerIdle(dialogue: Dialogue, said: string, world: World): Turn {
  const asked = world.own.find(canAnswer);
  const opening = said.length >= opensWith ? said : '';
  return asked ? { dialogue, replies: say.asked(asked, world.site, say.orNew) } : begin(dialogue, opening, world);
}

type GoTo = (next: Position, ...replies: readonly Words[]) => Turn;

function chooseOffice(
  goTo: GoTo,
  position: Extract<Position, { at: 'office' }>,
  typed: string,
  { offices }: World,
): Turn {
  const { opening } = position;
  if (/^0+$/u.test(typed)) return goTo({ at: 'words', filing: { opening, mda: unknownMda } }, say.questions.words);
  const choice = choose(typed, offices, position.offered);
  if ('refusal' in choice) return goTo(position, say.notFound[choice.refusal]);
  if ('offered' in choice)
    return goTo({ ...position, offered: choice.offered.map(({ id }) => id) }, say.which(choice.offered));
  const { id: mda, jurisdictions } = choice.chosen;
  const [only, ...others] = jurisdictions;
  const filing = { opening, mda, jurisdiction: only?.id };
  if (others.length === 0) return goTo({ at: 'words', filing }, say.questions.words);
  return goTo({ at: 'jurisdiction', opening, mda }, say.questions.jurisdiction);
}

function chooseJurisdiction(
  goTo: GoTo,
  position: Extract<Position, { at: 'jurisdiction' }>,
  typed: string,
  { offices }: World,
): Turn {
  const { opening, mda } = position;
  const choice = choose(typed, offices.find(({ id }) => id === mda)?.jurisdictions ?? [], position.offered);
  if ('refusal' in choice) return goTo(position, say.notFound[choice.refusal]);
  if ('offered' in choice)
    return goTo({ ...position, offered: choice.offered.map(({ id }) => id) }, say.which(choice.offered));
  return goTo({ at: 'words', filing: { opening, mda, jurisdiction: choice.chosen.id } }, say.questions.words);
}

/** Makes a title of the first words of a complaint. */
export function titleOf(words: string): string {
  const line = words.replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= titleMax) return line;
  const cut = line.slice(0, titleMax + 1).replace(/\s\S*$/u, '');
  const isCut = cut.length >= limit.titleMin && cut.length <= titleMax;
  // Whole characters: an emoji is not cut in half.
  return isCut ? cut : Array.from(line).slice(0, titleMax).join('');
}
