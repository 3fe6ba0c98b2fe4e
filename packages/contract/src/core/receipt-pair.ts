import { asciiDigits, cleanLine, visible } from './spelling.ts';

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
