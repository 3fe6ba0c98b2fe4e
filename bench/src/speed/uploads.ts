import { readFile } from 'node:fs/promises';
import { largePhoto } from '../../../apps/api/test/support/media.ts';
import { isSmall } from '../small.ts';
import type { Row } from '../table.ts';
import type { Cluster } from './cluster.ts';
import { categoryId, citizenToken, mdaId } from './fill.ts';
import { childrenOf, forgetPeak, memoryOf, peakOf } from './memory.ts';
import { type Served, servePortal } from './portal.ts';
import { repeatedly } from './turns.ts';

const uploads = isSmall ? 5 : 50;
const megabyte = 1_000_000;
/** What a file of a complaint may have at most. */
const size = 10 * 1_024 * 1_024;
/** Megabytes for each. */
const limit = 20;

/** Many files of 10 MB at once: what the server holds for each of them, at its highest. Each time a server that saw no file yet. */
export async function uploadRows(cluster: Cluster, sizes: readonly number[]): Promise<Row[]> {
  const database = await cluster.database(sizes[0] ?? 10_000);
  const files = { films: await film(), photos: await largePhoto(size) };
  const rows: Row[] = [];
  for (const [what, file] of Object.entries(files)) {
    let worst = 0;
    const each = await repeatedly(`memory for each of ${uploads} ${what}, in MB`, async () => {
      const portal = await servePortal(4320, { DATABASE_URL: database.url });
      try {
        const { idle, peak } = await uploadAll(portal, file);
        worst = Math.max(worst, peak);
        return (peak - idle) / uploads / megabyte;
      } finally {
        await portal.stop();
      }
    });
    rows.push({
      what: `${uploads} ${what} of ${(file.size / megabyte).toFixed(1)} MB at once`,
      measured: `${each.toFixed(1)} MB each, the server ${(worst / megabyte).toFixed(0)} MB at most`,
      limit: `< ${limit} MB each`,
      holds: each < limit,
    });
  }
  return rows;
}

async function uploadAll({ pid, port }: Served, file: File): Promise<{ idle: number; peak: number }> {
  const idle = await memoryOf(pid);
  await forgetPeak(pid);
  const statuses = await Promise.all(Array.from({ length: uploads }, (_, at) => upload(port, file, at)));
  if (statuses.some((status) => status !== 201)) throw new Error(`Not all were taken: ${statuses.join(' ')}`);
  if ((await childrenOf(pid)).length > 0)
    throw new Error('The server has others work for it, whose memory is not counted here.');
  return { idle, peak: await peakOf(pid) };
}

async function upload(port: number, file: File, session: number): Promise<number> {
  const body = new FormData();
  const fields = {
    mda: mdaId(session),
    category: categoryId(0),
    title: 'No water in our street',
    description: '<p>The water has been gone since Monday.</p>',
    location: 'Station road',
    incidentDate: new Date().toISOString().slice(0, 10),
  };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('files', file);
  const answer = await fetch(`http://127.0.0.1:${port}/api/complaint`, {
    method: 'POST',
    headers: { authorization: `Bearer ${citizenToken(session)}` },
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** A film that is as long as it may be: most of it is a box that players skip. */
async function film(): Promise<File> {
  const fixtures = new URL('../../../packages/media-metadata/fixtures/', import.meta.url);
  const clip = await readFile(new URL('clip.mp4', fixtures));
  const rest = Buffer.alloc(size - clip.length, 'x');
  rest.writeUInt32BE(rest.length, 0);
  rest.write('free', 4, 'latin1');
  return new File([clip, rest], 'film.mp4', { type: 'video/mp4' });
}
