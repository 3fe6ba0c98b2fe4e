/** Sentences about consent, anonymity, deadlines and receipts: a wrong word in them breaks a promise. */
const promised = /\b(?:anonym\w*|consent|privacy|agree|due|working days?|receipt|nobody|nobody’s|erased|deleted)\b/iu;

/** Whether a text stays English until somebody has reviewed its translation. */
export const isPromise = (english: string): boolean => promised.test(english) && english.split(/\s+/u).length > 4;
