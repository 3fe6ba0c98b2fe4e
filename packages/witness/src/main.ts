import { parseArgs } from 'node:util';
import { formatVerifierKey, parseVerifierKey, signerOf } from '@baraza/transparency-log';
import { serveWitness } from './serve.ts';
import { openStore, type WitnessStore } from './store.ts';
import { createWitness } from './witness.ts';

/*
 * `npm run witness -- URL`: witnesses the log of the portal at that address. It learns the portal's key at the first start, and from
 * then on cosigns what continues the log it saw. Its key and what it saw stand in the folder `--data`.
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
  await learnLog(store, portal);
  const signer = await signerOf(values.name, await store.seed(), 'cosigner');
  await serveWitness(createWitness(store, signer), { host: values.host, port: Number(values.port) });
  print('The portal needs this in WITNESSES, with the address at which it reaches this program:');
  print(`${formatVerifierKey(signer.key)} http://${values.host}:${values.port}`);
}

/** Learns a log's keys the first time, and says what they are: compare them with those the portal's operator names. */
async function learnLog(store: WitnessStore, portal: string): Promise<void> {
  const response = await fetch(new URL('/log/vkey', portal));
  if (!response.ok) throw new Error(`${portal} serves no key of a log (${response.status}).`);
  const verifierKeys = (await response.text()).trim().split('\n');
  const [origin = ''] = verifierKeys.map((key) => parseVerifierKey(key).name);
  const known = await store.findLog(origin);
  if (known === undefined) await store.saveLog({ origin, verifierKeys });
  print(`Witnessing ${origin}, signed with\n${(known?.verifierKeys ?? verifierKeys).join('\n')}`);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
