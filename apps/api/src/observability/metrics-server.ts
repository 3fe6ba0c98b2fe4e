import { createServer } from 'node:http';
import { listen } from '../http/listen.ts';
import { metricsType } from './metrics.ts';

/**
 * Serves `/metrics` alone at METRICS_ADDRESS, which operators reach and people do not; returns how to close it.
 * @throws StartupError when it cannot listen there.
 */
export async function serveMetrics(
  read: () => Promise<string>,
  address: { readonly host: string; readonly port: number },
): Promise<() => Promise<void>> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    request.resume();
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end();
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
    read().then(
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
