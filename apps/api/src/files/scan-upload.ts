import { fileMessage } from '@baraza/contract/core/message';
import { AppError } from '../http/errors.ts';
import { RefusedFile } from './refused-file.ts';
import type { Services } from '../services.ts';
import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type Scanning = Pick<Services, 'settings' | 'log'>;

/** Scans a file, if a scanner is configured. @throws AppError 503 without a verdict; then no file is accepted. */
export async function requireCleanFile({ settings, log }: Scanning, path: string): Promise<void> {
  if (settings.clamdUrl === undefined) return;
  const verdict = await scanFile(settings.clamdUrl, path).catch((error: unknown) => {
    if (!(error instanceof ScanFailed)) throw error;
    log.error({ reason: error.message }, 'The virus scanner of CLAMD_URL gave no verdict. No file is taken.');
    throw new AppError('UNAVAILABLE', fileMessage.unchecked, { retryAfter: 30 });
  });
  if (verdict.clean) return;
  log.warn({ virus: verdict.virus, outcome: 'refused' }, 'infected file');
  throw new RefusedFile('infected');
}

type Verdict = { readonly clean: true } | { readonly clean: false; readonly virus: string };

class ScanFailed extends Error {
  override readonly name = 'ScanFailed';
}

const patience = 20_000;

const longestAnswer = 4_096;

/** Scans a file with clamd's INSTREAM command. @throws ScanFailed without a verdict. */
export async function scanFile(url: string, path: string, wait = patience): Promise<Verdict> {
  const answer = await ask(url, inChunks(path), wait);
  if (answer === 'stream: OK') return { clean: true };
  const virus = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (virus === undefined) throw new ScanFailed(`clamd answered: ${answer}`);
  return { clean: false, virus };
}

/** Yields length-prefixed chunks; an empty one ends the stream. */
async function* inChunks(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    yield Buffer.concat([length, chunk]);
  }
  yield Buffer.alloc(4);
}

async function ask(url: string, words: AsyncIterable<Buffer>, wait: number): Promise<string> {
  const socket = open(url);
  const limit = setTimeout(() => socket.destroy(new Error(`no answer within ${wait / 1000} s`)), wait);
  const answer = readAnswer(socket);
  try {
    // clamd may reply and hang up before it has read everything; its reply counts.
    await Promise.race([pipeline(Readable.from(words), socket, { end: false }).catch(() => answer), answer]);
    return await answer;
  } catch (error) {
    throw new ScanFailed(error instanceof Error ? error.message : String(error), { cause: error });
  } finally {
    clearTimeout(limit);
    socket.destroy();
  }
}

function open(url: string): Socket {
  const { protocol, hostname, port, pathname } = new URL(url);
  if (protocol === 'unix:') return connect({ path: decodeURIComponent(pathname) });
  return connect({ host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port) });
}

function readAnswer(socket: Socket): Promise<string> {
  const answer = new Promise<string>((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\0');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > longestAnswer) reject(new Error('the answer has no end'));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the line was cut')));
  });
  // Avoids an unhandled rejection before anybody awaits the answer.
  answer.catch(() => undefined);
  return answer;
}
