// `npm run dev`: serves API and both apps from their sources at one address, on sample data, and reloads changes.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { installHooks } from './lib/hooks.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root, script, Stop, tool, toolEnvironment } from './lib/run.mjs';

const host = '127.0.0.1';

await script(async () => {
  await ensureInstalled();
  installHooks();
  const port = Number(process.env.PORT || 3000);
  if (!(await isFree(port))) throw new Stop(`The port ${port} is in use. Set PORT to another one.`);
  const [apiPort, deskPort] = [await freePort(), await freePort()];
  const ports = { PORT: port, DEV_API_PORT: apiPort, DEV_DESK_PORT: deskPort };
  const vite = [tool('vite'), ['--logLevel', 'warn', '--clearScreen', 'false']];
  startTogether([
    // `node` from node_modules/.bin, which is the version that the lock file names.
    ['.', 'node', ['--watch', '--watch-preserve-output', 'apps/api/src/main.ts'], serverSettings(port, apiPort)],
    ['apps/web', ...vite, ports],
    ['apps/desk', ...vite, ports],
  ]);
});

/** The environment for development. Settings that lead to other data than ./data-dev are left out. */
function serverSettings(port, apiPort) {
  return {
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    HOST: host,
    PORT: apiPort,
    PUBLIC_URL: `http://${host}:${port}`,
    MDA_PORTAL_URL: '',
    DATA_DIR: path.join(root, 'data-dev'),
    DEMO: '1',
    DATABASE_URL: '',
    STORAGE_URL: '',
    SMTP_URL: '',
  };
}

/** Starts the programs; when one of them ends, or at a signal, all end: half a development server is useless. */
function startTogether(programs) {
  const children = programs.map(([folder, program, words, settings]) =>
    spawn(program, words, {
      cwd: path.join(root, folder),
      env: toolEnvironment(settings),
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  );
  const endAll = () => children.forEach((child) => child.kill('SIGTERM'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll);
  for (const child of children) {
    child.once('error', (error) => console.error(error.message));
    child.once('exit', (code) => {
      process.exitCode ||= code ?? 0;
      endAll();
    });
  }
}

/** A port that nothing listens at. */
async function freePort() {
  const server = await listen(0);
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function isFree(port) {
  const server = await listen(port).catch(() => undefined);
  await new Promise((resolve) => (server ? server.close(resolve) : resolve()));
  return server !== undefined;
}

function listen(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(port, host, () => resolve(server));
  });
}
