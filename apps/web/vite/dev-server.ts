import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProxyOptions, ServerOptions } from 'vite';

/** Limit for a request to wait for a starting program, in milliseconds. */
const patience = 30_000;

/** Serves portal, API and desk at one address. `npm run dev` sets the ports. */
export function devServer(environment: Readonly<Record<string, string | undefined>>): ServerOptions {
  const { PORT, DEV_API_PORT, DEV_DESK_PORT } = environment;
  if (DEV_API_PORT === undefined) return {};
  return {
    host: '127.0.0.1',
    port: Number(PORT),
    strictPort: true,
    proxy: {
      '^/(api|health|metrics)([/?]|$)': passTo(Number(DEV_API_PORT)),
      '^/desk([/?]|$)': {
        ...passTo(Number(DEV_DESK_PORT)),
        ws: true,
        rewrite: (url) => url.replace(/^\/desk(?=\?|$)/u, '/desk/'),
      },
    },
  };
}

function passTo(port: number): ProxyOptions {
  return { target: { host: '127.0.0.1', port }, bypass: () => waitForPort(port) };
}

/** Waits until the port accepts connections; after the limit the proxy reports the error. */
async function waitForPort(port: number): Promise<undefined> {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(50)) {
    if (await canConnect(port)) return;
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
