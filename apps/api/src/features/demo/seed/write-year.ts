import { rejectReasons } from '@baraza/contract/complaint/desk';
import type { Language } from '@baraza/contract/core/language';
import { type DemoAccount, officersOf } from './demo-accounts.ts';
import { demoAreas, type DemoComplaint, demoData, type DemoStep, type DemoSurvey } from './demo-data.ts';
import texts from './year-texts.json' with { type: 'json' };

/** Numbers of complaints in the sample's year. */
export interface YearPlan {
  readonly complaints: number;
  readonly open: number;
  /** Complaints of today about one event, and older ones about the known issue. */
  readonly burst: number;
  readonly known: number;
  /** How many of the sample MDAs get complaints: the first ones, the first most. */
  readonly mdas: number;
}

/** Plans the sample of an installation: a small one has neither burst nor known issue. */
export function planYear(complaints: number): YearPlan {
  const burst = Math.floor(complaints / 125);
  return { complaints, open: Math.ceil(complaints / 8), burst, known: 2 * burst, mdas: demoData.mdas.length };
}

/** A complaint of the year with the people of its history. */
export interface YearComplaint extends Omit<DemoComplaint, 'by'> {
  readonly citizen: DemoAccount;
  readonly officer: DemoAccount;
  readonly language: Language;
  readonly isKnown: boolean;
}

/** Draws the same numbers on every installation (mulberry32). */
function makeDice() {
  let seed = 20_260;
  const roll = () => {
    seed = (seed + 0x6d_2b_79_f5) | 0;
    const mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    const twice = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed));
    return ((twice ^ (twice >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + roll() * (high - low);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)]!;
  return { roll, between, pick, happens: (chance: number) => roll() < chance };
}

type Dice = ReturnType<typeof makeDice>;
type Phrases = Readonly<Record<keyof (typeof texts.phrases)['fr'], readonly string[]>>;

/** Citizens of the year; without a password, nobody signs in. */
export function yearCitizens({ complaints }: YearPlan): DemoAccount[] {
  const { firstNames, lastNames } = texts;
  return Array.from({ length: Math.min(Math.ceil(complaints / 3), firstNames.length * lastNames.length) }, (_, at) => {
    const firstName = firstNames[at % firstNames.length]!;
    const lastName = lastNames[Math.floor(at / firstNames.length)]!;
    const email = `${firstName}.${lastName}@demo.example`.toLowerCase();
    return { email, role: 'citizen', firstName, lastName };
  });
}

const wards = demoAreas.filter(({ level }) => level === 3);

/** Writes a year of complaints that ends now, oldest first. */
export function writeYear(plan: YearPlan, now: Date): YearComplaint[] {
  const dice = makeDice();
  const citizens = yearCitizens(plan);
  // Those of the event are of today, by at most half a day.
  const sinceMidnight = (now.getTime() % 86_400_000) / 86_400_000;
  const drafts = Array.from({ length: plan.complaints }, (_, at) => {
    const event = at < plan.burst ? texts.burst : at < plan.burst + plan.known ? texts.known : undefined;
    const filed =
      event === texts.burst
        ? dice.between(0.01, 0.95) * Math.min(sinceMidnight, 0.5)
        : event
          ? dice.between(0.6, 12)
          : daysOf(dice);
    return { ...draft(dice, plan, filed, now, event), citizen: citizens[at % citizens.length]! };
  });
  // Those that would be closed last are open.
  const byEnd = drafts.toSorted((a, b) => a.filed - a.lasts - (b.filed - b.lasts));
  return byEnd
    .map(({ lasts, done, say, ...complaint }, at) => {
      const life = { ...complaint, lasts, done, say };
      return { ...complaint, steps: at < plan.open ? openLife(dice, life) : closedLife(dice, life) };
    })
    .toSorted((a, b) => b.filed - a.filed);
}

/** Keeps a format for each language: to make one takes a millisecond. */
function formatBy(form: Intl.DateTimeFormatOptions) {
  const kept = new Map<string, Intl.DateTimeFormat>();
  return (language: string) => {
    const format = kept.get(language) ?? new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' });
    kept.set(language, format);
    return format;
  };
}

const dayForm = formatBy({ day: 'numeric', month: 'long' });
const monthForm = formatBy({ month: 'long' });

/** More come towards the present, as with a service that becomes known. */
const daysOf = ({ roll }: Dice) => 360 * (1 - Math.sqrt(roll())) + 0.02;

function draft(dice: Dice, { mdas }: YearPlan, filed: number, now: Date, event: (typeof texts)['known'] | undefined) {
  // The first MDA gets a half, the second a third and so on of what remains comparable.
  const weights = demoData.mdas
    .slice(0, mdas)
    .flatMap(({ name }, at) => Array<string>(Math.round(60 / (at + 2))).fill(name));
  const mdaName = event?.mda ?? dice.pick(weights);
  const { name: mda, jurisdictions, resolves } = demoData.mdas.find(({ name }) => name === mdaName)!;
  const { category, done, texts: variants } = event ?? dice.pick(topicsOf(mda));
  const { language, title, text } = dice.pick(variants) as { language: Language; title: string; text: string };
  const phrases = texts.phrases[language as keyof typeof texts.phrases] as Phrases;
  const ward = event === texts.burst ? wards[0]! : dice.pick(wards);
  // The wait began so many weeks ago.
  const n = Math.floor(dice.between(3, 10));
  const isSudden = event !== undefined || category === 'Emergency';
  const incident = filed + (isSudden ? dice.between(0, 0.1) : n * 7 + dice.between(0, 5));
  const happened = new Date(now.getTime() - incident * 86_400_000);
  const words: Readonly<Record<string, string>> = {
    place: ward.name,
    n: String(n),
    ref: String(Math.floor(dice.between(100_000, 999_999))),
    sum: String(Math.floor(dice.between(3, 95)) * 100),
    day: dayForm(language).format(happened),
    month: monthForm(language).format(happened),
  };
  const fill = (said: string) => said.replaceAll(/\{(\w+)\}/gu, (_, name: string) => words[name] ?? '');
  const say = (kind: keyof Phrases) => fill(dice.pick(phrases[kind] ?? []));
  const jurisdiction = jurisdictions.length > 0 ? dice.pick(jurisdictions) : undefined;
  const isInTime = dice.happens(resolves);
  return {
    mda,
    category: category as DemoComplaint['category'],
    ...(jurisdiction !== undefined && { jurisdiction }),
    area: ward.code,
    location: jurisdiction ?? ward.name,
    title: fill(title),
    description: `<p>${[text, dice.happens(0.9) && dice.pick(phrases.detail)]
      .filter(Boolean)
      .map((part) => fill(String(part)))
      .join(' ')}</p>`,
    incident,
    filed,
    language,
    isKnown: event === texts.known,
    officer: dice.pick(officersOf(mda)),
    /** Days until it is closed: 15 working days are allowed. */
    lasts: isInTime ? dice.between(2, 19) : dice.between(23, 50),
    done: language === 'en' ? done : undefined,
    say,
  };
}

/** Lists the topics of an MDA; what many complain about has a double share, so that agencies can be compared. */
const topicsOf = (mda: string) =>
  [
    ...texts.topics,
    ...texts.topics.filter(({ category }) => category === 'Poor Service' || category === 'Delayed Approvals'),
  ].filter((topic) => topic.mda === mda);

type Life = Omit<ReturnType<typeof draft>, 'mda'>;
type Steps = (DemoStep | DemoSurvey)[];

/** The first steps: work begins, an emergency is marked, some get a reply or a question. */
function beginning(dice: Dice, { filed, category, say }: Life, until: number): { steps: Steps; last: number } {
  const span = filed - until;
  const at = (share: number) => filed - span * share;
  const steps: Steps = [{ at: filed - Math.min(span * 0.2, dice.between(0.1, 2.6)), action: 'start' }];
  if (category === 'Emergency' && dice.happens(0.6))
    steps.push({ at: at(0.22), action: 'prioritise', priority: 'emergency' });
  if (dice.happens(0.2)) steps.push({ at: at(0.25), action: 'note', text: dice.pick(texts.notes) });
  if (dice.happens(0.8))
    steps.push({ at: filed - Math.min(span * 0.35, dice.between(2.7, 6)), action: 'reply', text: say('reply') });
  if (dice.happens(0.2)) {
    steps.push({ at: at(0.4), action: 'ask', text: say('ask') });
    steps.push({ at: at(dice.between(0.45, 0.7)), action: 'answer', text: say('answer') });
  }
  return { steps, last: at(0.75) };
}

/** Steps of an open complaint: new ones wait, others stand anywhere on their way. */
function openLife(dice: Dice, life: Life): Steps {
  const { filed, say } = life;
  const fate = dice.roll();
  if (filed < 1 ? fate < 0.85 : fate < (filed < 6 ? 0.4 : 0.06)) return [];
  const { steps, last } = beginning(dice, life, 0.02);
  if (fate > 0.97 && filed > 12)
    return [...reject(dice, steps, last), { at: last / 2, action: 'appeal', reason: say('reopen') }];
  if (fate > 0.93) return [...steps, { at: last, action: 'proposeRejection', reason: rejectReasons[1] }];
  if (fate > 0.85) return [...steps, { at: last, action: 'ask', text: say('ask') }];
  if (fate > 0.7 && filed > 12)
    return [...steps, resolve(life, last), { at: last / 2, action: 'reopen', reason: say('reopen') }];
  return steps;
}

/** Steps of a closed complaint, some of which was opened again. */
function closedLife(dice: Dice, life: Life): Steps {
  const { filed, lasts, say } = life;
  const end = Math.max(filed - lasts, 0.05);
  const fate = dice.roll();
  if (fate > 0.96) return [{ at: filed - lasts / 4, action: 'withdraw', reason: say('withdraw') }];
  const { steps, last } = beginning(dice, life, end);
  if (fate > 0.89) return reject(dice, steps, last, end);
  steps.push(resolve(life, end));
  const after = (days: number) => end - Math.min(days, end * 0.8);
  const isGlad = dice.happens(lasts < 20 ? 0.9 : 0.6);
  if (!isGlad && fate < 0.8 && end > 3) {
    steps.push({ at: after(3), action: 'reopen', reason: say('reopen') }, { at: after(4), action: 'start' });
    return [...steps, resolve(life, after(9))];
  }
  if (isGlad && fate < 0.5) steps.push({ at: after(1), action: 'confirmResolution' });
  if (dice.happens(0.4)) {
    const rating = Math.floor(isGlad ? dice.between(4, 6) : dice.between(1, 4));
    steps.push({ at: after(2), rating, text: say(isGlad ? 'good' : 'bad') });
  }
  return steps;
}

function resolve({ done, say, lasts }: Life, at: number): DemoStep {
  const isExplained = Math.floor(lasts * 10) % 9 === 0;
  const text = isExplained ? say('explain') : (done ?? say('done'));
  return { at, action: 'resolve', text, outcome: isExplained ? 'explained' : 'solved' };
}

function reject(dice: Dice, steps: Steps, at: number, end = at * 0.9): Steps {
  const reason = dice.pick(rejectReasons.slice(0, 4));
  return [...steps, { at, action: 'proposeRejection', reason }, { at: end, action: 'reject' }];
}
