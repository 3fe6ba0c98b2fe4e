import * as z from 'zod/mini';
import {
  asciiDigits,
  cleanLine,
  Day,
  Id,
  lineText,
  optionalLine,
  optionalText,
  Phone,
  text,
  visible,
} from '../core/fields.ts';
import { limit } from '../core/limit.ts';
import { message } from '../core/message.ts';
import { optionalPoint } from './point-fields.ts';

/** Limits of characters of these facts. */
export const statedFactMax = { location: 200 } as const;

/** Facts a citizen states beside title, description and day, in the order of the form. Kept and shown as written. */
export const statedFacts = { location: lineText(statedFactMax.location) };
export type StatedFact = keyof typeof statedFacts;
export const statedFactNames = Object.keys(statedFacts) as StatedFact[];

/** The fields of a new complaint: the form, the route and the client read this one schema. */
export const NewComplaint = z.object({
  /** `unknownMda` where the citizen does not know which one. */
  mda: Id.check(z.minLength(1, message.required)),
  mdaJurisdiction: z.optional(z.union([z.literal(''), Id])),
  category: Id,
  title: lineText(limit.titleMax, limit.titleMin),
  /** HTML of the editor; must hold some text. */
  description: z.string({ error: message.required }).check(
    z.maxLength(limit.descriptionMax, { error: message.tooLong, abort: true }),
    z.refine((html) => hasText(html), { error: message.required }),
  ),
  /** The code of an area of `GET /public/area`. */
  area: optionalText(40),
  ...optionalPoint,
  ...statedFacts,
  incidentDate: Day,
  /** `confidential`: the MDA reads a made-up name. */
  identity: z.optional(z.enum(['named', 'confidential'], { error: message.invalid })),
  /** 'You may call me about this': a number for the assignee of a named complaint. */
  callPhone: Phone,
  /** The IANA time zone of the citizen, so that 'today' is their own day. */
  timeZone: optionalText(60),
});
export type NewComplaint = z.infer<typeof NewComplaint>;

const optionalHtml = z.string({ error: message.invalid }).check(
  z.maxLength(limit.descriptionMax, { error: message.tooLong, abort: true }),
  z.overwrite((html) => (hasText(html) ? html : '')),
);

/** A new complaint with a recording, which stands for the title and the description: '' where they are left to it. */
export const SpokenComplaint = z.extend(NewComplaint, {
  title: optionalLine(limit.titleMax, limit.titleMin).check(z.describe('Required without `audio`.')),
  description: z._default(optionalHtml, '').check(z.describe('HTML; required without `audio`.')),
});

/** Whether HTML holds anything a person can read. */
export function hasText(html: string): boolean {
  // `[^<>]`, not `[^>]`: a long row of `<` must not be searched to its end from each of them.
  return visible.test(html.replace(/<[^<>]*>|&nbsp;|&#160;/gu, ''));
}

/** For a confidential complaint; hidden from the MDA unless two people agree. */
export const guestContact = {
  contactName: z.optional(z.union([z.literal(''), lineText(limit.nameMax)])),
  contactPhone: Phone,
};
export const GuestContact = z.object(guestContact);

const idSigns = /SDP[^A-Z\d]{0,3}(\d\d)[^A-Z\d]{0,3}((?:[A-Z\d][ -]?){5}[A-Z\d])(?![A-Z])/u;
const plainSigns = (text: string) =>
  asciiDigits(cleanLine(text.normalize('NFKC')))
    .toUpperCase()
    .replace(/\p{Pd}/gu, '-');

/** Finds a tracking ID in what somebody typed or pasted: with any dashes, spaces, digits and words around it. */
export function trackingIdIn(text: string): string | undefined {
  const [, year, tail] = idSigns.exec(plainSigns(text)) ?? [];
  return tail && `SDP-${year}-${tail.replace(/[ -]/gu, '')}`;
}

/** Finds 16 digits that stand together, beside a tracking ID perhaps; undefined if there are none. */
function receiptCodeIn(text: string): string | undefined {
  const rows =
    plainSigns(text)
      .replace(idSigns, ' ID ')
      .match(/\d(?:[^\p{L}\d]*\d)*/gu) ?? [];
  return rows.map((row) => row.replace(/\D/gu, '')).find((digits) => digits.length === 16);
}

interface Pair {
  readonly trackingId: string;
  readonly receiptCode: string;
}

/** Reads tracking ID and receipt code, also where both were pasted into one box. */
export function readPair({ trackingId, receiptCode }: Pair): Pair {
  const isOther = trackingIdIn(receiptCode) !== undefined || !visible.test(receiptCode);
  return {
    trackingId: trackingIdIn(trackingId) ?? trackingIdIn(receiptCode) ?? plainSigns(trackingId),
    receiptCode: receiptCodeIn(receiptCode) ?? ((isOther && receiptCodeIn(trackingId)) || cleanLine(receiptCode)),
  };
}

const pasted = z.string({ error: message.required }).check(z.maxLength(200, message.tooLong));
/** Tracking ID and receipt code as people copy them; either box takes both. */
export const ReceiptPair = z.object({ trackingId: pasted, receiptCode: pasted }).check(
  z.overwrite(readPair),
  z.refine(({ trackingId }) => trackingId !== '', { error: message.required, path: ['trackingId'] }),
  z.refine(({ receiptCode }) => receiptCode !== '', { error: message.required, path: ['receiptCode'] }),
  z.refine(({ receiptCode }) => /^(?:\d{16})?$/u.test(receiptCode), {
    error: message.receiptDigits,
    path: ['receiptCode'],
  }),
);

export const NewSurvey = z.object({
  rating: z.coerce
    .number({ error: message.required })
    .check(z.int(message.invalid), z.gte(1, message.invalid), z.lte(5, message.invalid)),
  description: text(limit.textMax),
  complaint: Id,
  /** Identity comes from the token; somebody else's id is refused. */
  initiator: z.optional(Id),
});
