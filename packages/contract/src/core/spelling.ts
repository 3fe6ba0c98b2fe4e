/** Something that is seen: U+2800 and U+1D159 are letters of nothing, though Unicode counts them as signs. */
export const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800\u{1D159}]/u;

/** Joiners, and the sign before where it needs one: an emoji, or a letter of a script that joins. */
const joiners =
  /((?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\u0300-\u036F])[\p{L}\p{M}\p{Emoji_Modifier}\p{Extended_Pictographic}][\u200C\u200D])?[\u200C\u200D]*/gu;

/** Cleans a pasted line: one line in NFC, with plain spaces and hyphens, without direction marks and idle joiners. */
export function cleanLine(value: string): string {
  return value
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u2010\u2011]/gu, '-')
    .replace(/[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu, '')
    .replace(joiners, '$1')
    .normalize('NFC')
    .trim();
}

/** Writes the digits of every script as 0-9. */
export function asciiDigits(value: string): string {
  return value.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
}

/** Whether a text reads as a telephone number, however it is written. */
export const isPhoneLike = (text: string): boolean =>
  /^\+?(?:[ ()./-]{0,2}\d){7,20}$/u.test(asciiDigits(cleanLine(text)));

/** Cleans a pasted phone number: digits of any script, any dash, a leading `tel:`. */
export function phoneLine(value: string): string {
  return asciiDigits(cleanLine(value))
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/^tel: */iu, '');
}

/** Writes an e-mail address in its one form: cleaned, in lower case, with the domain as name servers know it. */
export function emailForm(value: string): string {
  const line = cleanLine(value).toLowerCase();
  const [, user = '', domain = ''] = /^([^@]+@)([^@\s/?#:\\%[\]]*[^\p{ASCII}][^@\s/?#:\\%[\]]*)$/u.exec(line) ?? [];
  try {
    return domain === '' ? line : user + new URL(`http://${domain}`).hostname;
  } catch {
    return line;
  }
}

/** Cleans a pasted code: digits of any script, no spaces and dashes. */
export const codeForm = (value: string): string => asciiDigits(cleanLine(value)).replace(/[\s\p{Pd}]/gu, '');
