import * as z from 'zod/mini';
import { Day, FieldValues, Id, lineText, optionalLine, optionalText, parseJson, Phone, text } from '../core/fields.ts';
import { limit, statedFactMax } from '../core/limit.ts';
import { message } from '../core/message.ts';
import { visible } from '../core/spelling.ts';
import { optionalPoint } from './point-fields.ts';
import { readPair } from '../core/receipt-pair.ts';

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
  /** Values of the custom fields that the MDA asks for, as JSON. */
  fields: z.optional(
    z.string({ error: message.invalid }).check(
      z.maxLength(20_000, { error: message.tooLong, abort: true }),
      z.refine((words) => words === '' || FieldValues.safeParse(parseJson(words)).success, { error: message.invalid }),
    ),
  ),
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
