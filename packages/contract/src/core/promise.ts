/** Sentences about rights, deadlines, and who sees or keeps what: a wrong word breaks a promise. */
const promised =
  /\b(?:anonym\w*|consent|privacy|agree|due|working days?|receipt|nobody|nobody’s|erased|deleted|recorded|is kept|kept in|not the office|the office (?:knows|reads|will)|the officers of|same deadlines|be solved by|ask until|within the days|contact data|(?:without|sees) your name|before anyone|where you live|only key|code that opens|translation service may)\b/iu;

/** Whether a text stays English until somebody has reviewed its translation. */
export const isPromise = (english: string): boolean => promised.test(english) && english.split(/\s+/u).length > 4;
