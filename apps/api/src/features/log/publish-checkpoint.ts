import { cosign, formatVerifierKey, parseCheckpoint, parseNote, parseVerifierKey } from '@baraza/transparency-log';
import { mailWitnessAlarm } from '../../auth/mails.ts';
import type { Services } from '../../services.ts';
import { openSigned } from './append-to-log.ts';
import { askWitness } from './ask-witness.ts';
import { timeSigner } from './log-key.ts';
import { insertVerifierKey, readCheckpoint, readHashes, readPublished, takeLead, writePublished } from './log.store.ts';
import { rememberPublished } from './published-file.ts';
import {
  deleteOtherWitnesses,
  insertWitnesses,
  listGuardians,
  listWitnesses,
  recordAgreement,
  recordRefusal,
  takeAlarms,
} from './witness.store.ts';

/** Milliseconds after which a log that did not grow is witnessed again. */
const refresh = 10 * 60_000;
/** Milliseconds after which a witness that did not agree is silent. */
export const silence = 3_600_000;

/** Publishes the newest checkpoint with the time and what witnesses say; without new entries every ten minutes. */
export async function publishCheckpoint(services: Services): Promise<void> {
  // The lead alone is held meanwhile: rows are written as they come.
  await services.db.transaction(async (lead) => {
    if (await takeLead(lead, 'publish')) await publish(services);
  });
}

async function publish(services: Services): Promise<void> {
  const { db, clock, settings } = services;
  const [note, last] = await Promise.all([readCheckpoint(db), readPublished(db)]);
  // Whoever has the database could put another there.
  const signed = note === undefined ? undefined : await openSigned(db, services, note).catch(() => undefined);
  if (note === undefined || signed === undefined) return;
  const { text } = parseNote(note);
  const isFresh = last !== undefined && clock.now().getTime() - last.at.getTime() < refresh;
  if (isFresh && parseNote(last.published).text === text) return;
  const signer = await timeSigner(services);
  const verifierKey = formatVerifierKey(signer.key);
  await insertVerifierKey(db, { verifierKey, firstIndex: signed.size, since: clock.now() });
  const time = await cosign(text, signer, clock.now());
  // Before anybody sees it, so that a database that went back is found out.
  await rememberPublished(settings.dataDir, note);
  const cosignatures = await askWitnesses(services, note);
  await writePublished(db, [note, time, ...cosignatures].join(''), clock.now());
}

async function askWitnesses(services: Services, note: string): Promise<string[]> {
  const { db, clock, settings, log } = services;
  const keys = settings.witnesses.map(({ key }) => key);
  await deleteOtherWitnesses(db, keys);
  if (keys.length === 0) return [];
  await insertWitnesses(db, keys, clock.now());
  const known = new Map((await listWitnesses(db, keys)).map(({ verifierKey, size }) => [verifierKey, size]));
  const { size } = parseCheckpoint(note);
  const lines = await Promise.all(
    settings.witnesses.map(async (witness) => {
      try {
        const answer = await askWitness(readHashes(db), note, { ...witness, size: known.get(witness.key) ?? 0 });
        if ('cosignature' in answer) {
          await recordAgreement(db, witness.key, size, clock.now());
          return answer.cosignature;
        }
        await recordRefusal(db, witness.key, answer.refusal);
      } catch (error) {
        log.warn({ err: error, witness: parseVerifierKey(witness.key).name }, 'A witness of the log did not answer.');
      }
      return '';
    }),
  );
  await raiseAlarms(services, keys);
  return lines;
}

/** Tells oversight and administrators by mail of witnesses that refuse or are silent. */
async function raiseAlarms(services: Services, keys: readonly string[]): Promise<void> {
  const { db, clock, log } = services;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const alarms = await takeAlarms(tx, keys, new Date(now.getTime() - silence), now);
    const guardians = alarms.length > 0 ? await listGuardians(tx) : [];
    for (const { verifierKey, refusal } of alarms) {
      const { name } = parseVerifierKey(verifierKey);
      log.error({ witness: name, refusal, outcome: 'witness alarm' }, 'A witness of the log refuses or is silent.');
      for (const to of guardians) await mailWitnessAlarm(tx, services, { to, name, refusal });
    }
  });
}
