const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '\f^{}\\[~]|€';

/** Signs that phones would make a whole message twice as long for. */
const plain: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  ' ': ' ',
};

/** Writes a text with the signs that cost least, without marks of direction. */
export const toSms = (text: string): string =>
  text.replaceAll(/[\u2066-\u2069]/gu, '').replaceAll(/[‘’“”–—…\u00A0]/gu, (sign) => plain[sign] ?? sign);

/** Counts the parts that a text is sent and charged in (3GPP 23.038). */
export function segmentsOf(text: string): { readonly coding: 'GSM-7' | 'UCS-2'; readonly segments: number } {
  const isBasic = Array.from(text).every((sign) => basic.includes(sign) || extended.includes(sign));
  if (!isBasic) return { coding: 'UCS-2', segments: text.length <= 70 ? 1 : Math.ceil(text.length / 67) };
  const units = Array.from(text).reduce((sum, sign) => sum + (extended.includes(sign) ? 2 : 1), 0);
  return { coding: 'GSM-7', segments: units <= 160 ? 1 : Math.ceil(units / 153) };
}
