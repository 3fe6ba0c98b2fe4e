import * as z from 'zod/mini';
import { limit } from './limit.ts';
import { message } from './message.ts';
import * as programMessage from './program-message.ts';
import { cleanLine, codeForm, emailForm, isPhoneLike, phoneLine, visible } from './spelling.ts';

/** A trimmed text in NFC of which something is seen. */
// @__NO_SIDE_EFFECTS__
export function text(max: number) {
  return z
    .string({ error: message.required })
    .check(
      z.trim(),
      z.normalize(),
      z.regex(visible, { error: message.required, abort: true }),
      z.maxLength(max, message.tooLong),
    );
}

/** A text of one line, cleaned, of which something is seen. */
// @__NO_SIDE_EFFECTS__
export function lineText(max: number, min = 1) {
  return z
    .string({ error: message.required })
    .check(
      z.overwrite(cleanLine),
      z.regex(visible, { error: message.required, abort: true }),
      z.minLength(min, message.tooShort),
      z.maxLength(max, message.tooLong),
    );
}

/** The same where it may be missing: '' where nothing of it is seen. */
// @__NO_SIDE_EFFECTS__
export function optionalLine(max: number, min: number) {
  return z._default(
    z.string({ error: message.invalid }).check(
      z.overwrite((value) => (visible.test(value) ? cleanLine(value) : '')),
      z.refine((line) => line === '' || line.length >= min, message.tooShort),
      z.maxLength(max, message.tooLong),
    ),
    '',
  );
}

/** An optional text, trimmed and in NFC: '' where nothing of it is seen. */
// @__NO_SIDE_EFFECTS__
export function optionalText(max: number) {
  return z.optional(
    z.string({ error: message.invalid }).check(
      z.overwrite((value) => (visible.test(value) ? value.trim().normalize() : '')),
      z.maxLength(max, message.tooLong),
    ),
  );
}

/**
 * An id; absent or blank reads as a field not filled in. In lower case, as the database spells them: two spellings of one id
 * would pass for two things.
 */
export const Id = z
  .uuid({ error: (issue) => (issue.input ? message.invalid : message.required) })
  .check(z.toLowerCase());

// Nothing that cannot be seen: two addresses must not look the same.
const emailPattern = /^[^\s\p{Cc}\p{Cf}@<>()[\],;:\\"]+@[a-z0-9_][a-z0-9_-]*(\.[a-z0-9_][a-z0-9_-]*)+$/u;

export const Email = z
  .string({ error: message.required })
  .check(
    z.overwrite(emailForm),
    z.minLength(1, { error: message.required, abort: true }),
    z.maxLength(limit.emailMax, message.email),
    z.regex(emailPattern, message.email),
  );

/** An e-mail that may be missing: '' then. */
export const OptionalEmail = z.string({ error: message.required }).check(
  z.overwrite(emailForm),
  z.maxLength(limit.emailMax, message.email),
  z.refine((email) => email === '' || emailPattern.test(email), message.email),
);

/** An e-mail; a phone number too, where the server has a channel that sends codes there. */
export const EmailOrPhone = z.string({ error: message.required }).check(
  z.overwrite((typed) => (isPhoneLike(typed) ? phoneLine(typed) : emailForm(typed))),
  z.minLength(1, { error: message.required, abort: true }),
  z.maxLength(limit.emailMax, message.email),
  z.refine((address) => isPhoneLike(address) || emailPattern.test(address), message.email),
);

const phoneNumber = /^\+?[0-9 ()./-]{5,24}(?:(?:ext\.?|x|#) ?[0-9]{1,6})?$/iu;

/** A phone number: digits, spaces and the usual signs, perhaps an extension. */
export const RequiredPhone = z
  .string({ error: message.required })
  .check(
    z.overwrite(phoneLine),
    z.minLength(1, { error: message.required, abort: true }),
    z.regex(phoneNumber, message.invalid),
  );
/** An optional phone number. */
export const Phone = z.optional(
  z.string({ error: message.invalid }).check(
    z.overwrite(phoneLine),
    z.refine((phone) => phone === '' || phoneNumber.test(phone), message.invalid),
  ),
);
/** A password as it is typed, to the byte: never trimmed, never changed. */
export const NewPassword = z
  .string({ error: message.required })
  .check(
    z.minLength(1, { error: message.required, abort: true }),
    z.minLength(limit.passwordMin, message.passwordLength),
    z.maxLength(limit.passwordMax, message.passwordLength),
  );
export const Otp = z
  .string({ error: message.required })
  .check(
    z.overwrite(codeForm),
    z.minLength(1, { error: message.required, abort: true }),
    z.regex(/^[0-9]{6}$/u, message.codeWrong),
  );

/** A calendar day, YYYY-MM-DD, that exists, from 1900 to 2999. */
export const Day = z.string({ error: message.required }).check(
  z.minLength(1, message.required),
  z.refine((day) => isDay(day), { error: message.invalid }),
);
/** A day from 2000 to 2999 that begins or ends a span: PostgreSQL lacks the year 0, which others may lead to. */
export const SpanDay = Day.check(z.regex(/^2/u, message.invalid));
/** A moment in a query, read as ISO 8601 in UTC: PostgreSQL lacks some zones and years that the format permits. */
export const Moment = z.iso.datetime({ offset: true, error: programMessage.moment }).check(
  z.refine((moment) => /^(?:19|2[01])/u.test(utcOf(moment)), { error: programMessage.moment, abort: true }),
  z.overwrite(utcOf),
);
/** An instant, ISO 8601 in UTC. */
export const Instant = z.string();

export const IdParams = z.object({ id: Id });
export const Named = z.object({ id: z.string(), name: z.string() });
export type Named = z.infer<typeof Named>;

/** A file the person sent. `filePath` is a signed, short-lived address for this file alone. */
export const Attachment = z.object({
  id: z.string(),
  filePath: z.string(),
  /** The first page of a PDF as a picture, where it could be drawn. */
  previewPath: z.optional(z.string()),
  fileName: z.string(),
  kind: z.enum(['image', 'video', 'audio', 'document']),
  contentType: z.string(),
  /** In bytes. */
  size: z.number(),
});
export type Attachment = z.infer<typeof Attachment>;

const counted = [z.int(message.invalid), z.gte(0, message.invalid)] as const;
/** How often something was changed. A change names the version that was seen; another one gets 409 VERSION_CONFLICT. */
export const Version = z.number({ error: message.required }).check(...counted);
/** The same in an address or a form, where everything is a text. */
export const VersionText = z.coerce.number({ error: message.required }).check(...counted);

/** Paging by cursor: opaque, from the answer before. */
export const pageQuery = {
  limit: z._default(
    z.coerce
      .number({ error: programMessage.limit })
      .check(z.int(programMessage.limit), z.gte(1, programMessage.limit), z.lte(limit.pageMax, programMessage.limit)),
    limit.pageDefault,
  ),
  cursor: z.optional(z.string().check(z.maxLength(300, programMessage.cursor))),
};

// @__NO_SIDE_EFFECTS__
export function page<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });
}

export const Sort = z.enum(['latest', 'oldest'], { error: message.invalid });

/** Values of custom fields by the field's id; '' clears one. */
export const FieldValues = z.record(
  Id,
  z.string({ error: message.invalid }).check(z.maxLength(1_000, message.tooLong)),
);

/** Reads JSON in a form; null where it cannot be read. */
export function parseJson(words: string): unknown {
  try {
    return JSON.parse(words);
  } catch {
    return null;
  }
}

/** Writes a moment in UTC; '' where it is none. */
function utcOf(moment: string): string {
  const time = Date.parse(moment);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}

function isDay(day: string): boolean {
  if (!/^(?:19|2\d)\d{2}-\d{2}-\d{2}$/u.test(day)) return false;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** How a table is saved; in JSON Lines each line is an object. */
export const TableFormat = z.enum(['csv', 'jsonl'], { error: message.invalid });
export type TableFormat = z.infer<typeof TableFormat>;
