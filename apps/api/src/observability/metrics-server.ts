import { createServer } from 'node:http';
import { listen } from '../http/listen.ts';
import { type Metrics, metricsType } from './metrics.ts';

/**
 * Answers `/metrics`, and nothing else, at an address of its own: one that the network of the operators reaches and people
 * do not. Answers how to close it.
 * @throws StartupError when the address cannot be had.
 */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text'>,
  address: { readonly host: string; readonly port: number },
): Promise<() => Promise<void>> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    request.resume();
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end();
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metricsType }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  const start = () =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(address.port, address.host, resolve));
  await listen({ ...address, setting: 'METRICS_ADDRESS' }, start);
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
