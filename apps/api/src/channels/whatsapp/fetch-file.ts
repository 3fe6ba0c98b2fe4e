import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { mediaRule, voiceRule } from '@baraza/contract';
import type { ChannelSettings } from '../../config/channels.ts';
import { createTempFiles, type ReceivedFile, type TempFiles } from '../../files/temp-files.ts';
import { examineFiles } from '../../files/uploads.ts';
import { AppError } from '../../http/errors.ts';
import { callGraph, type WhatsApp } from '../../mail/whatsapp/graph-api.ts';
import type { Services } from '../../services.ts';
import type { NamedFile } from '../adapter.ts';
import { fileLost } from '../dialogue/replies.ts';
import type { Message, Sent } from '../dialogue/sent.ts';

const ruleOf = ({ isVoice }: Pick<NamedFile, 'isVoice'>) => (isVoice ? voiceRule : mediaRule);

/** Fetches a file from Meta, checks it and stores it without metadata; otherwise says why not. */
export async function fetchFile(
  services: Services,
  { whatsapp }: ChannelSettings,
  named: NamedFile,
): Promise<Pick<Message, 'file' | 'refusal'>> {
  const rule = ruleOf(named);
  const { isVoice } = named;
  if (!whatsapp) return { refusal: fileLost };
  try {
    await using tempFiles = createTempFiles(services.settings.dataDir);
    await tempFiles.requireRoom();
    const path = tempFiles.newPath();
    const size = await download(whatsapp, named.id, path, rule.maxBytes);
    const raw = { field: 'files', rule, path, fileName: 'file', declaredType: '', size };
    const { files, error } = await examineFiles({ files: rule }, [raw], { services, tempFiles });
    const file = files['files']?.[0];
    if (!file) return { refusal: error?.message ?? fileLost };
    const { contentType } = file;
    const key = await services.files.put(file.tempPath, { contentType });
    return { file: { key, contentType, size: file.size, isVoice } };
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.message };
    const { code, name } = error as { code?: unknown; name?: unknown };
    services.log.warn({ code: code ?? name }, 'A file of a message could not be fetched.');
    return { refusal: fileLost };
  }
}

/** Downloads a file; returns its size, which is past the limit where it is too large. */
async function download(whatsapp: WhatsApp, id: string, path: string, most: number): Promise<number> {
  const described = Object(await callGraph(whatsapp, id)) as { url?: unknown; file_size?: unknown };
  if (Number(described.file_size) > most) return Number(described.file_size);
  const url = new URL(String(described.url));
  // The token goes along.
  if (url.protocol !== 'https:' && url.origin !== new URL(whatsapp.graphUrl).origin) throw new Error('unsafe address');
  const signal = AbortSignal.timeout(whatsapp.seconds * 1_000);
  const headers = { authorization: `Bearer ${whatsapp.accessToken}` };
  const response = await fetch(url, { headers, redirect: 'error', signal });
  if (!response.ok || !response.body) throw new Error('no file');
  let size = 0;
  const body = response.body as AsyncIterable<Uint8Array>;
  const withinLimit = async function* () {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > most) return;
      yield chunk;
    }
  };
  await pipeline(withinLimit, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
  return size;
}

/** Opens files that waited for their complaint, recordings last; `isLost` if some are gone, a day after they came. */
export async function openFiles(
  services: Services,
  sent: Sent | undefined,
  tempFiles: TempFiles,
): Promise<{ files: ReceivedFile[]; isLost: boolean }> {
  const raw = [];
  for (const { key, isVoice, contentType: declaredType, size } of sent?.files ?? []) {
    const stored = await services.files.open(key);
    if (!stored) continue;
    const path = tempFiles.newPath();
    await pipeline(stored.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    const field = isVoice ? 'voices' : 'files';
    raw.push({ field, rule: ruleOf({ isVoice }), path, fileName: 'file', declaredType, size });
  }
  if (raw.length === 0) return { files: [], isLost: (sent?.files.length ?? 0) > 0 };
  const { files } = await examineFiles({ files: mediaRule, voices: voiceRule }, raw, { services, tempFiles });
  const all = [...(files['files'] ?? []), ...(files['voices'] ?? [])];
  return { files: all, isLost: all.length < (sent?.files.length ?? 0) };
}
