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
  'npm run witness -- https://portal.example [--name NAME] [--host 127.0.0.1] [--port 3200] [--data ./witness] [--accept-key KEY]';

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string', default: 'witness' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '3200' },
      data: { type: 'string', default: './witness' },
      'accept-key': { type: 'string' },
    },
  });
  const [portal = ''] = positionals;
  if (!URL.canParse(portal) || !/^[^\s+]+$/u.test(values.name)) throw new Error(`Usage: ${usage}`);
  const store = await openStore(values.data);
  await learnLog(store, portal, values['accept-key']);
  const signer = await signerOf(values.name, await store.seed(), 'cosigner');
  const fetchStatements = () => fetchContinuations(portal);
  await serveWitness(createWitness({ store, signer, fetchStatements }), {
    host: values.host,
    port: Number(values.port),
  });
  print('The portal needs this in WITNESSES, with the address at which it reaches this program:');
  print(`${formatVerifierKey(signer.key)} http://${values.host}:${values.port}`);
}

/**
 * Learns a log's key the first time, and says what it is: compare it with the one that the portal's operator names. A later key counts
 * once it is given as `accepted`.
 */
async function learnLog(store: WitnessStore, portal: string, accepted: string | undefined): Promise<void> {
  const published = await fetchKeys(portal).catch(async (error: unknown) => {
    if (!(await store.hasLogs())) throw error;
    print(`${portal} is not reached; going on with what is known.`);
    return accepted === undefined ? [] : [accepted];
  });
  const [origin] = published.map((key) => parseVerifierKey(key).name);
  if (origin === undefined) return;
  const known = await store.findLog(origin);
  const more = accepted !== undefined && !known?.verifierKeys.includes(accepted) ? [accepted] : [];
  const log = { ...known, origin, verifierKeys: [...more, ...(known?.verifierKeys ?? published)] };
  await store.saveLog(log);
  print(`Witnessing ${origin}, signed with\n${log.verifierKeys.join('\n')}`);
}

async function fetchContinuations(portal: string): Promise<string[]> {
  const response = await fetch(new URL('/api/log', portal), { signal: AbortSignal.timeout(5_000) });
  const { keys } = (await response.json()) as { keys: { statement: string | null }[] };
  return keys.flatMap(({ statement }) => statement ?? []);
}

async function fetchKeys(portal: string): Promise<string[]> {
  const response = await fetch(new URL('/log/vkey', portal));
  if (!response.ok) throw new Error(`${portal} serves no key of a log (${response.status}).`);
  return (await response.text()).trim().split('\n');
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
