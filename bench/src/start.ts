import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { megabytesOf, servePortal } from './portal.ts';
import { isSmall, type Row, takeTurns } from './report.ts';

const port = 4320;
const mostSeconds = 2;
const mostMegabytes = 100;
const idleSeconds = isSmall ? 1 : 20;

/** Measures a start on an embedded database that exists, and the memory of the server at rest. */
export async function startRows(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'baraza-bench-start-'));
  try {
    // Makes the database.
    await (await servePortal(port, {}, folder)).stop();
    let megabytes = 0;
    const [seconds = 0] = await takeTurns('start of the server, in s', async () => {
      const began = performance.now();
      const portal = await servePortal(port, {}, folder);
      const taken = (performance.now() - began) / 1_000;
      for (const page of ['/', '/api/portal', '/desk/', '/health/ready'])
        await (await fetch(`http://127.0.0.1:${port}${page}`)).arrayBuffer();
      await sleep(idleSeconds * 1_000);
      megabytes = Math.max(megabytes, await megabytesOf(portal));
      await portal.stop();
      return taken;
    });
    return [
      {
        what: 'start of the server until it is ready',
        measured: `${seconds.toFixed(2)} s`,
        limit: `≤ ${mostSeconds} s`,
        holds: seconds <= mostSeconds,
      },
      {
        what: `memory of the server, ${idleSeconds} s after some requests`,
        measured: `${megabytes.toFixed(0)} MB`,
        limit: `≤ ${mostMegabytes} MB`,
        holds: megabytes <= mostMegabytes,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
