import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Gauge, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../test/support/server/server-process.ts';
import { serveMetrics } from './metrics.ts';
import { StartupError } from '../config/startup-error.ts';

describe('METRICS_ADDRESS', () => {
  const registry = new Registry();
  new Gauge({ name: 'one', help: 'One.', registers: [registry] }).set(1);

  it('METRICS_ADDRESS serves metrics and nothing else', async () => {
    const port = await freePort();
    const close = await serveMetrics({ registry }, { host: '127.0.0.1', port });
    const ask = async (path: string, method = 'GET') => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
      return [answer.status, await answer.text()];
    };
    expect(await ask('/metrics')).toEqual([200, '# HELP one One.\n# TYPE one gauge\none 1\n']);
    expect(await ask('/metrics?name[]=one')).toEqual([200, '# HELP one One.\n# TYPE one gauge\none 1\n']);
    expect(await ask('/metrics', 'POST')).toEqual([405, '']);
    expect(await ask('/')).toEqual([404, '']);
    expect(await ask('/api/portal')).toEqual([404, '']);
    await close();
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow('fetch failed');
  });

  it('a taken port or foreign address in METRICS_ADDRESS is refused in one line', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const taken = serveMetrics({ registry }, { host: '127.0.0.1', port });
    await expect(taken).rejects.toThrow(
      new StartupError(
        `The server cannot listen: listen EADDRINUSE: address already in use 127.0.0.1:${port}. Check METRICS_ADDRESS.`,
      ),
    );
    const foreign = serveMetrics({ registry }, { host: '192.0.2.7', port });
    await expect(foreign).rejects.toThrow(/^The server cannot listen: .*192\.0\.2\.7.* Check METRICS_ADDRESS\.$/);
    await new Promise((resolve) => other.close(resolve));
  });
});
