import { formatVerifierKey, parseVerifierKey } from '@baraza/transparency-log';
import type { LogState, LogWitness } from '@baraza/contract';
import type { Services } from '../../services.ts';
import { logSigner } from './log-key.ts';
import { listVerifierKeys } from './log.store.ts';
import { silence } from './publish-checkpoint.ts';
import { listWitnesses, type WitnessRow } from './witness.store.ts';

type LogOwner = Pick<Services, 'db' | 'settings' | 'keys' | 'clock'>;

/** Lists the public keys that sign checkpoints, newest first, with the one that signs the next. */
export async function listLogKeys(services: LogOwner) {
  const [known, signer] = await Promise.all([listVerifierKeys(services.db), logSigner(services)]);
  const signing = known.filter(({ verifierKey }) => parseVerifierKey(verifierKey).use === 'log');
  const verifierKey = formatVerifierKey(signer.key);
  const isKnown = signing.some((row) => row.verifierKey === verifierKey);
  return isKnown ? signing : [{ verifierKey, since: services.clock.now() }, ...signing];
}

/** Describes whose signatures count at the log, and what each witness said. */
export async function describeLog(services: LogOwner): Promise<LogState> {
  const { db, settings, clock } = services;
  const keys = settings.witnesses.map(({ key }) => key);
  const [signing, known, witnesses] = await Promise.all([
    listLogKeys(services),
    listVerifierKeys(db),
    listWitnesses(db, keys),
  ]);
  const timeKeys = known.map((row) => row.verifierKey).filter((key) => parseVerifierKey(key).use === 'cosigner');
  const silentSince = new Date(clock.now().getTime() - silence);
  return {
    keys: signing.map(({ verifierKey, since }) => ({ verifierKey, since: since.toISOString() })),
    timeKeys,
    witnesses: keys.map((verifierKey) =>
      describeWitness(
        verifierKey,
        witnesses.find((row) => row.verifierKey === verifierKey),
        silentSince,
      ),
    ),
  };
}

function describeWitness(verifierKey: string, row: WitnessRow | undefined, silentSince: Date): LogWitness {
  const agreedAt = row?.agreedAt ?? null;
  const isHeard = agreedAt !== null && agreedAt >= silentSince;
  return {
    name: parseVerifierKey(verifierKey).name,
    verifierKey,
    agreedAt: agreedAt?.toISOString() ?? null,
    standing: row?.refusal ? 'refuses' : isHeard ? 'agrees' : 'silent',
  };
}
