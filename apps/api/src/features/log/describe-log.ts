import { formatVerifierKey, parseVerifierKey } from '@baraza/transparency-log';
import type { LogState, LogWitness } from '@baraza/contract';
import type { Services } from '../../services.ts';
import { logSigner, timeSigner } from './log-key.ts';
import { listVerifierKeys } from './log.store.ts';
import { silence } from './publish-checkpoint.ts';
import { listWitnesses, type WitnessRow } from './witness.store.ts';

type LogOwner = Pick<Services, 'db' | 'settings' | 'keys' | 'clock'>;

/** Lists the public keys of the log, newest first, with the one that signs the next checkpoint. */
export async function listLogKeys(services: LogOwner) {
  const [known, signer] = await Promise.all([listVerifierKeys(services.db), logSigner(services)]);
  const verifierKey = formatVerifierKey(signer.key);
  const isKnown = known.some((row) => row.verifierKey === verifierKey);
  return isKnown ? known : [{ verifierKey, since: services.clock.now() }, ...known];
}

/** Describes whose signatures count at the log, and what each witness said. */
export async function describeLog(services: LogOwner): Promise<LogState> {
  const { db, settings, clock } = services;
  const keys = settings.witnesses.map(({ key }) => key);
  const [known, witnesses, time] = await Promise.all([
    listLogKeys(services),
    listWitnesses(db, keys),
    timeSigner(services),
  ]);
  const silentSince = new Date(clock.now().getTime() - silence);
  return {
    keys: known.map(({ verifierKey, since }) => ({ verifierKey, since: since.toISOString() })),
    timeKey: formatVerifierKey(time.key),
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
    refusal: row?.refusal ?? null,
  };
}
