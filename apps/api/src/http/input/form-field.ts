import { malformed } from '../errors.ts';

/** The longest text of a form; the contract asks for far less of each. */
const maxBytes = 128 * 1024;

export interface FormField {
  readonly value: string;
  /** There was more of it, which was thrown away. */
  readonly isTooLong: boolean;
}

/**
 * Reads a part of a form that is no file, as its bytes: whoever decodes them on the way puts a mark in the place of what is no
 * UTF-8, and a name would be kept as another one.
 * @throws AppError when it is no text.
 */
export async function readField(part: AsyncIterable<Buffer>): Promise<FormField> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
  }
  if (size > maxBytes) return { value: '', isTooLong: true };
  try {
    return {
      value: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks)),
      isTooLong: false,
    };
  } catch {
    throw malformed('The request holds a character that is not allowed.');
  }
}
