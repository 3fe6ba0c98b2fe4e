/** Sentences about rights, deadlines, and who sees or keeps what: a wrong word breaks a promise. */
const promised =
  /\b(?:anonym\w*|consent|privacy|agree|due|working days?|receipt|nobody|nobody’s|erased|deleted|recorded|is kept|kept in|not the office|the office (?:knows|reads|will)|the officers of|same deadlines|be solved by|ask until|within the days|contact data|(?:without|sees) your name|before anyone|where you live|only key|code that opens|translation service may)\b/iu;

/** Marks a draft that stands beside its English. */
export const draftMark = 'draft, not checked';
/** Ends the English before a draft. */
export const draftSign = '\u2069\n';

/** Puts the draft of a promise, with its mark, on a line below the English. */
export const besideEnglish = (english: string, draft: string, mark = draftMark): string =>
  `\u2066${english}${draftSign}(${mark}) ${draft}`;

/** Whether a text makes a promise. Its unreviewed translation is shown below the English. */
export const isPromise = (english: string): boolean => promised.test(english) && english.split(/\s+/u).length > 4;
