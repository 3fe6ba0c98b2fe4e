import * as z from 'zod/mini';
import { Id, lineText, SpanDay } from '../core/fields.ts';
import { message } from '../core/message.ts';
import * as programMessage from '../core/program-message.ts';
import { identityLevels } from './identity.ts';
import { priorities, sources, states } from './state.ts';

/** Length of the values of one field of a filter. */
const longest = 1_200;

/** Splits the values of a field of a filter, which stand between commas. */
export const valuesOf = (list: string | undefined): string[] => (list ? list.split(',') : []);

/** One value, or several with commas: any of them may hold. */
// @__NO_SIDE_EFFECTS__
function anyOf(value: z.ZodMiniType<string>, error: string = message.invalid) {
  return z.optional(
    z.string({ error: message.invalid }).check(
      z.trim(),
      z.maxLength(longest, message.invalid),
      z.refine((list) => valuesOf(list).every((each) => value.safeParse(each).success), { error }),
    ),
  );
}

// @__NO_SIDE_EFFECTS__
const wordsOf = (words: readonly string[]) => anyOf(z.enum(words), programMessage.words(words));

/** A word of the office: in lower case, and without the comma that separates the values of a filter. */
export const Tag = lineText(40).check(z.toLowerCase(), z.regex(/^[^,]+$/u, message.invalid));

export const yes = z.optional(z.literal('true', { error: message.invalid }));

/** Days (UTC) of submission, both included: `2026-01-01..2026-03-31`. */
const Days = z.string().check(
  z.refine((days) => days.split('..').length === 2 && days.split('..').every((day) => SpanDay.safeParse(day).success), {
    error: message.invalid,
  }),
);

/** A figure of an officer in a period: complaints received, resolved, or late in their hands. */
export const recordKinds = ['received', 'resolved', 'late'] as const;
export type RecordKind = (typeof recordKinds)[number];
export const isRecordKind = (kind: string | undefined): kind is RecordKind =>
  recordKinds.some((known) => known === kind);

/** `late:<officer, none or any>:2026-01-01..2026-03-31` */
const OfficerRecord = z.string().check(
  z.refine(
    (text) => {
      const [kind, officer, days, ...more] = text.split(':');
      const isNamed = officer === 'none' || officer === 'any' || Id.safeParse(officer).success;
      return isRecordKind(kind) && isNamed && Days.safeParse(days).success && more.length === 0;
    },
    { error: message.invalid },
  ),
);

/** Reads `<id of a custom field>:<value, encoded as in an address>`; undefined where it is none. */
export function fieldValueIn(clause: string): [id: string, value: string] | undefined {
  const [, id = '', value = ''] = /^([^:]*):(.+)$/u.exec(clause) ?? [];
  try {
    return Id.safeParse(id).success ? [id.toLowerCase(), decodeURIComponent(value)] : undefined;
  } catch {
    return undefined;
  }
}
const CustomValue = z.string().check(z.refine((clause) => fieldValueIn(clause) !== undefined, message.invalid));

/** Fields by which lists of the desk are narrowed. All that are given must hold. */
export const filterFields = {
  /** Absent: all open ones. */
  state: wordsOf(states),
  /** `me`, `none`, or ids of colleagues. */
  assignee: anyOf(z.union([z.literal('me'), z.literal('none'), Id])),
  category: anyOf(Id),
  jurisdiction: anyOf(Id),
  /** `none`, or ids of units of the MDA. */
  unit: anyOf(z.union([z.literal('none'), Id])),
  /** `none`, or codes of areas: what happened there, or anywhere within. */
  area: anyOf(z.string().check(z.maxLength(40))),
  /** For oversight, which reads several. */
  mda: anyOf(Id),
  identity: wordsOf(identityLevels),
  filed: anyOf(Days),
  source: wordsOf(sources),
  record: anyOf(OfficerRecord),
  priority: wordsOf(priorities),
  tag: anyOf(Tag),
  /** Custom fields that are not personal: one of the values of each field named. */
  field: anyOf(CustomValue),
  /** To be followed up today, or since an earlier day. */
  followUp: z.optional(z.literal('due', { error: message.invalid })),
  /** Complaints gathered into a known issue. */
  knownIssue: anyOf(Id),
  /** Newest complaints with a title like a known issue's, gathered into none. */
  alike: anyOf(Id),
  /** Complaints that an action on many left undone. */
  run: anyOf(Id),
  /** Open complaints due today (UTC), or past their date. */
  due: z.optional(z.enum(['today', 'overdue'], { error: message.invalid })),
  /** Offered to the caller's MDA (oversight: to any), or for oversight to decide: declined twice, or an appeal. */
  transfer: z.optional(z.enum(['offered', 'undecided'], { error: message.invalid })),
  /** Open complaints that have used 150 % of their time. */
  escalated: yes,
  /** The citizen wrote after filing, and nobody has answered yet. */
  answer: z.optional(z.literal('wanted', { error: message.invalid })),
  /** Complaints in their second cycle or later. */
  reopened: yes,
  /** A colleague asks for the identity or proposes a rejection, and the caller may decide. */
  approval: z.optional(z.literal('wanted', { error: message.invalid })),
};

export const Filter = z.object(filterFields);
export type Filter = z.infer<typeof Filter>;
