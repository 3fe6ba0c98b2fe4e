import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { formatVerifierKey } from '@baraza/transparency-log';
import { signerOf } from '@baraza/transparency-log/sign';
import { fetchContinuations, learnLog } from './learn-log.ts';
import { serveWitness } from './serve.ts';
import { openStore } from './store.ts';
import { createWitness } from './witness.ts';

/*
 * `npm run witness -- URL`: cosigns the log of the portal at that address as long as it continues the checkpoints seen before. It
 * fetches the portal's key at the first start. Its own key and the checkpoints are kept in the folder `--data`.
 */

const usage =
  'npm run witness -- https://portal.example [--name NAME] [--host 127.0.0.1] [--port 3200] [--data ./witness]';

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string', default: 'witness' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '3200' },
      data: { type: 'string', default: './witness' },
    },
  });
  const [portal = ''] = positionals;
  if (!URL.canParse(portal) || !/^[^\s+]+$/u.test(values.name)) throw new Error(`Usage: ${usage}`);
  const store = await openStore(values.data);
  await learnLog(store, portal, print);
  const signer = signerOf(values.name, await store.seed(), 'cosigner');
  const fetchStatements = () => fetchContinuations(portal);
  const server = await serveWitness(createWitness({ store, signer, fetchStatements }), {
    host: values.host,
    port: Number(values.port),
  });
  const { port } = server.address() as AddressInfo;
  print('The portal needs this in WITNESSES, with the address at which it reaches this program:');
  print(`${formatVerifierKey(signer.key)} http://${values.host}:${port}`);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
