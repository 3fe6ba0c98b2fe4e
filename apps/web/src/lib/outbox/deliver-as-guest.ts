import { call } from '@baraza/app';
import { openGuestSession, submitGuestComplaint } from '@baraza/contract/complaint/guest-complaint';
import { createClient } from '@baraza/contract/core/client';
import { findProof } from '@baraza/contract/core/proof-of-work';
import { i18n } from '@lingui/core';
import { filesOf, isOnSlowLine, recordingOf, sendForm, sizeOf, type Way } from './deliver.ts';
import type { OutboxItem } from './outbox.ts';

/** Past so many bytes of photos and films the words go first: on a line of 400 kbit/s these take 20 s. */
const mostWithWords = 1_000_000;

/** Sends an item of somebody without an account. Many files, or any on a slow line, follow a complaint as evidence. */
export async function deliverAsGuest(item: OutboxItem, { headers, signal, onProgress, note }: Way): Promise<unknown> {
  const files = filesOf(item.content);
  onProgress(0, JSON.stringify(item.body).length + sizeOf(files));
  if (item.receipt) {
    const { token } = await call(openGuestSession, { body: item.receipt }, { signal });
    const client = createClient({ token: () => token, headers: () => ({ 'content-language': i18n.locale }) });
    return sendForm(item, { files: { files } }, { headers, signal }, client);
  }
  // Decided once: a key has to bring the same form each time, or the code does not come back.
  const { wordsFirst = files.length > 0 && (isOnSlowLine() || sizeOf(files) > mostWithWords) } = item;
  if (item.wordsFirst === undefined) await note({ wordsFirst });
  const proof = await findProof(item.key);
  const [audio] = recordingOf(item.content);
  const sent = { files: wordsFirst ? [] : files, ...(audio && { audio }) };
  return call(
    submitGuestComplaint,
    { form: item.body as never, files: sent },
    { headers: { ...headers, ...(proof !== undefined && { 'proof-of-work': proof }) }, signal },
  );
}
