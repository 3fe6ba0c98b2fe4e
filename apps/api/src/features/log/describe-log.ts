import { formatVerifierKey, parseVerifierKey, type VerifierKey } from '@baraza/transparency-log';
import type { LogState } from '@baraza/contract';
import { pick } from '../../db/pick.ts';
import type { Services } from '../../services.ts';
import { logSigner } from './log-key.ts';
import { listVerifierKeys, readAlteredAt } from './log.store.ts';
import { silence } from './publish-checkpoint.ts';
import { listWitnesses, type WitnessRow } from './witness.store.ts';

type LogOwner = Pick<Services, 'db' | 'settings' | 'keys' | 'clock'>;

/** Lists the public keys of the log by use, newest first; among those that sign is the one that signs next. */
export async function listLogKeys(services: LogOwner) {
  const [known, signer] = await Promise.all([listVerifierKeys(services.db), logSigner(services)]);
  const of = (use: VerifierKey['use']) => known.filter(({ verifierKey }) => parseVerifierKey(verifierKey).use === use);
  const signing = of('log');
  const verifierKey = formatVerifierKey(signer.key);
  const isKnown = signing.some((row) => row.verifierKey === verifierKey);
  const next = isKnown ? [] : [{ verifierKey, since: services.clock.now(), statement: null }];
  return { signing: [...next, ...signing], timing: of('cosigner') };
}

/** Describes whose signatures count at the log, and what each witness said. */
export async function describeLog(services: LogOwner): Promise<LogState> {
  const { db, settings, clock } = services;
  const keys = settings.witnesses.map(({ key }) => key);
  const [{ signing, timing }, witnesses, alteredAt] = await Promise.all([
    listLogKeys(services),
    listWitnesses(db, keys),
    readAlteredAt(db),
  ]);
  const silentSince = new Date(clock.now().getTime() - silence);
  return {
    keys: signing.map(({ since, ...key }) => ({
      ...pick(key, ['verifierKey', 'statement']),
      since: since.toISOString(),
    })),
    alteredAt: alteredAt?.toISOString() ?? null,
    timeKeys: timing.map(({ verifierKey }) => verifierKey),
    witnesses: settings.witnesses.map(({ key, address }) => {
      const row = witnesses.find(({ verifierKey }) => verifierKey === key);
      // Its path may be a secret between portal and witness.
      return { ...describeWitness(key, row, silentSince), address: new URL(address).origin };
    }),
  };
}

function describeWitness(verifierKey: string, row: WitnessRow | undefined, silentSince: Date) {
  const agreedAt = row?.agreedAt ?? null;
  const isHeard = agreedAt !== null && agreedAt >= silentSince;
  return {
    name: parseVerifierKey(verifierKey).name,
    verifierKey,
    agreedAt: agreedAt?.toISOString() ?? null,
    standing: row?.refusal ? 'refuses' : isHeard ? 'agrees' : 'silent',
  } as const;
}
