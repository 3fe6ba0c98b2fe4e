import * as tlog from '@baraza/transparency-log';
import { cosign } from '@baraza/transparency-log/sign';
import { logAlarms, mailGuardians } from '../../auth/mails.ts';
import type { Services } from '../../services.ts';
import { openSigned, rememberPublished } from './append-to-log.ts';
import { readGenuine, timeSigner } from './log-key.ts';
import * as store from './log.store.ts';

/** Milliseconds after which a log that did not grow is witnessed again. */
const refresh = 10 * 60_000;
/** Milliseconds after which a witness that did not agree is silent. */
export const silence = 3_600_000;

/** Publishes the newest checkpoint with time and cosignatures; without new entries every ten minutes. */
export async function publishCheckpoint(services: Services): Promise<void> {
  // This transaction only holds the lead: rows are committed one by one.
  await services.db.transaction(async (lead) => {
    if (await store.takeLead(lead, 'publish')) await publish(services);
  });
}

async function publish(services: Services): Promise<void> {
  const { db, clock, settings } = services;
  const [note, last] = await Promise.all([store.readCheckpoint(db), readGenuine(services)]);
  // The checkpoint may have been replaced in the database.
  const signed = note === undefined ? undefined : await openSigned(db, services, note).catch(() => undefined);
  if (note === undefined || signed === undefined) return;
  const { text } = tlog.parseNote(note);
  const isFresh = last !== undefined && clock.now().getTime() - last.at.getTime() < refresh;
  if (isFresh && tlog.parseNote(last.published).text === text) return;
  const signer = await timeSigner(services);
  const verifierKey = tlog.formatVerifierKey(signer.key);
  await store.insertVerifierKey(db, { verifierKey, firstIndex: signed.size, since: clock.now() });
  const time = cosign(text, signer, clock.now());
  // Stored before it is published, so that a database that lost entries is noticed.
  await rememberPublished(settings.dataDir, note);
  const cosignatures = await askWitnesses(services, note);
  await store.writePublished(db, [note, time, ...cosignatures].join(''), signed.size, clock.now());
}

async function askWitnesses(services: Services, note: string): Promise<string[]> {
  const { db, clock, settings, log } = services;
  const keys = settings.witnesses.map(({ key }) => key);
  await store.keepWitnesses(db, keys, clock.now());
  if (keys.length === 0) return [];
  const known = new Map((await store.listWitnesses(db, keys)).map(({ verifierKey, size }) => [verifierKey, size]));
  const { size } = tlog.parseCheckpoint(note);
  const lines = await Promise.all(
    settings.witnesses.map(async (witness) => {
      try {
        const answer = await askWitness(store.readHashes(db), note, { ...witness, size: known.get(witness.key) ?? 0 });
        if ('cosignature' in answer) {
          await store.recordAgreement(db, witness.key, size, clock.now());
          return answer.cosignature;
        }
        await store.recordRefusal(db, witness.key, answer.refusal);
      } catch (error) {
        const { name } = tlog.parseVerifierKey(witness.key);
        log.warn({ err: error, witness: name }, 'A witness of the log did not answer.');
      }
      return '';
    }),
  );
  await raiseAlarms(services, keys);
  return lines;
}

/** Mails oversight and administrators about witnesses that refuse or are silent. */
async function raiseAlarms(services: Services, keys: readonly string[]): Promise<void> {
  const { db, clock, log } = services;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const alarms = await store.takeAlarms(tx, keys, new Date(now.getTime() - silence), now);
    for (const { verifierKey, refusal } of alarms) {
      const { name } = tlog.parseVerifierKey(verifierKey);
      log.error({ witness: name, refusal, outcome: 'witness alarm' }, 'A witness of the log refuses or is silent.');
      const alarm = refusal === null ? logAlarms.witnessSilent(name) : logAlarms.witnessRefuses(name, refusal);
      await mailGuardians(tx, services, alarm);
    }
  });
}

type WitnessAnswer = { readonly cosignature: string } | { readonly refusal: string };

/** Witness with the last known size of the log that it saw. */
type AskedWitness = Services['settings']['witnesses'][number] & { readonly size: number };

const patience = 5_000;
const longestReason = 500;
/** Status codes for an unknown key, and for a log inconsistent with an earlier one. */
const refusals = new Set([403, 422]);

/** Requests a cosignature from a witness (c2sp.org/tlog-witness). @throws Error when it fails. */
async function askWitness(
  read: tlog.ReadHashes,
  note: string,
  { key, address, size }: AskedWitness,
): Promise<WitnessAnswer> {
  const checkpoint = tlog.parseCheckpoint(note);
  const ask = async (old: number) => {
    const proof = old === 0 ? [] : await tlog.proveConsistency(read, old, checkpoint.size);
    const body = [`old ${old}`, ...proof.map(tlog.toBase64), '', note].join('\n');
    const signal = AbortSignal.timeout(patience);
    return fetch(`${address.replace(/\/$/u, '')}/add-checkpoint`, { method: 'POST', body, signal, redirect: 'error' });
  };
  let response = await ask(Math.min(size, checkpoint.size));
  if (response.status === 409) {
    const seen = Number((await response.text()).trim());
    if (!Number.isSafeInteger(seen) || seen < 0) throw new Error('The witness names no size.');
    if (seen > checkpoint.size)
      return { refusal: `It saw ${seen} entries, and the log has ${checkpoint.size}: the log went back.` };
    response = await ask(seen);
  }
  const text = await response.text();
  if (response.status === 200) return { cosignature: await ownCosignature(note, text, key) };
  // Other codes may come from a proxy in front of the witness.
  if (!refusals.has(response.status)) throw new Error(`The witness answered ${response.status}.`);
  return { refusal: text.trim().slice(0, longestReason) || `It answered ${response.status}.` };
}

/** Finds the cosignature of this witness. @throws Error when it is missing or forged. */
async function ownCosignature(note: string, lines: string, key: string): Promise<string> {
  const { text } = tlog.parseNote(note);
  for (const line of lines.split('\n').filter(Boolean))
    if ((await tlog.readCosignatures(`${text}\n${line}\n`, [tlog.parseVerifierKey(key)])).length > 0)
      return `${line}\n`;
  throw new Error('The witness did not sign with its key.');
}
