/** Fields of a request by a gateway; of several names the first that has a value. */
export interface GatewayFields {
  readonly value: (...names: readonly string[]) => string;
  /** A message, whose charset another field may name. */
  readonly words: (...names: readonly string[]) => string;
}

/** Reads a query or form. Bytes that were not escaped stay as they are. */
export function fieldsOfForm(...encoded: readonly string[]): GatewayFields {
  const values = new Map<string, Buffer>();
  for (const pair of encoded.flatMap((text) => text.split('&'))) {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/su.exec(pair) ?? [];
    if (name !== '') values.set(unescape(name).toString(), unescape(value));
  }
  const charset = decoderOf(values.get('charset')?.toString() ?? '');
  return {
    value: firstOf((name) => values.get(name)?.toString()),
    words: firstOf((name) => charset.decode(values.get(name))),
  };
}

/** Reads a body in JSON. */
export function fieldsOfJson(body: object): GatewayFields {
  const values = new Map<string, unknown>(Object.entries(body));
  const read = firstOf((name) => {
    const value = values.get(name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  });
  return { value: read, words: read };
}

/** Takes the first value, without signs that no text can hold. */
const firstOf =
  (read: (name: string) => string | undefined) =>
  (...names: readonly string[]): string => {
    const text = names.map(read).find((value) => value !== undefined && value !== '') ?? '';
    return cleanText(text);
  };

/** Removes signs that no text can hold. */
export const cleanText = (text: string): string => text.replaceAll(/(?![\n\r\t])\p{Cc}|\p{Cs}|\uFFFD/gu, '');

const unescape = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll('+', ' ')
      .replaceAll(/%([\da-f]{2})/giu, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );

/** Kannel calls big-endian UTF-16 UCS-2. */
function decoderOf(charset: string) {
  try {
    return new TextDecoder(/ucs-?2/iu.test(charset) ? 'utf-16be' : charset || 'utf-8');
  } catch {
    return new TextDecoder();
  }
}
