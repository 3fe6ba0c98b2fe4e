import type { Language } from '@baraza/contract';
import { message } from '@baraza/contract/core/message';
import { AppError } from '../../http/errors.ts';

const timeoutMs = 15_000;
const mostBytes = 200_000;

/**
 * Has a service translate a plain text, in the form of LibreTranslate.
 * @throws AppError UNAVAILABLE when it does not answer in time, or not with a text.
 */
export async function translate(
  url: string,
  text: string,
  { from, to }: { readonly from: Language | undefined; readonly to: Language },
): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ q: text, source: from ?? 'auto', target: to, format: 'text' }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { translatedText } = JSON.parse(await readLimited(response)) as { translatedText?: unknown };
    if (response.ok && typeof translatedText === 'string') return translatedText;
  } catch {
    // No answer, or none that can be read.
  }
  throw new AppError('UNAVAILABLE', message.notTranslated);
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error('The translation is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
