import {
  cosign,
  emptyRoot,
  formatVerifierKey,
  fromBase64,
  type NoteSigner,
  openCheckpoint,
  openContinuation,
  parseCheckpoint,
  parseContinuation,
  parseVerifierKey,
  toBase64,
  verifyConsistency,
} from '@baraza/transparency-log';
import type { KnownLog, WitnessStore } from './store.ts';

/** Answers `add-checkpoint` of c2sp.org/tlog-witness. */
export interface Witness {
  addCheckpoint(body: string): Promise<WitnessAnswer>;
}

export interface WitnessAnswer {
  readonly status: number;
  readonly type: 'text/plain; charset=utf-8' | 'text/x.tlog.size';
  readonly body: string;
}

const mostProofLines = 63;

/** What a witness works with. */
export interface WitnessTools {
  readonly store: WitnessStore;
  readonly signer: NoteSigner;
  /** Fetches the statements by which the portal's log went on under another name. */
  readonly fetchStatements: () => Promise<readonly string[]>;
  readonly now?: () => Date;
}

/** Makes a witness that answers one request after the other. */
export function createWitness(tools: WitnessTools): Witness {
  let last: Promise<unknown> = Promise.resolve();
  return {
    addCheckpoint(body) {
      const answer = last.then(() => addCheckpoint(tools, body));
      last = answer.catch(() => {});
      return answer;
    },
  };
}

async function addCheckpoint(tools: WitnessTools, body: string): Promise<WitnessAnswer> {
  const { store, signer, now = () => new Date() } = tools;
  const request = parseRequest(body);
  if (request === undefined) return refusal(400, 'This is no request to add a checkpoint.');
  const { old, proof, note, checkpoint } = request;
  const log = (await store.findLog(checkpoint.origin)) ?? (await followLog(tools, checkpoint.origin));
  if (log === undefined) return refusal(404, `The log ${checkpoint.origin} is not known here.`);
  const isSigned = await openCheckpoint(note, log.verifierKeys.map(parseVerifierKey)).catch(() => undefined);
  if (isSigned === undefined) return refusal(403, `The checkpoint is not signed by ${checkpoint.origin}.`);
  if (old > checkpoint.size) return refusal(400, 'The checkpoint is older than the old size.');
  const seen = seenOf(log);
  if (old !== seen.size) return { status: 409, type: 'text/x.tlog.size', body: `${seen.size}\n` };
  const isEmptyWrong = checkpoint.size === 0 && toBase64(checkpoint.root) !== toBase64(emptyRoot());
  if (isEmptyWrong || !verifyConsistency(seen, checkpoint, proof)) {
    // The same tree with a wrong proof says nothing of the log.
    const isSame = checkpoint.size === seen.size && toBase64(checkpoint.root) === toBase64(seen.root);
    if (!isSame) await store.keepEvidence(textOf(note), `Seen before:\n${log.note ?? 'nothing\n'}\nRefused:\n${note}`);
    return refusal(422, `The log of ${checkpoint.size} entries does not continue the one of ${seen.size} seen here.`);
  }
  await store.saveLog({ ...log, note });
  return { status: 200, type: 'text/plain; charset=utf-8', body: await cosign(textOf(note), signer, now()) };
}

/** Follows a log to its new name, once its former key says so. The statement is kept with what was seen before. */
async function followLog({ store, fetchStatements }: WitnessTools, origin: string): Promise<KnownLog | undefined> {
  for (const statement of await fetchStatements().catch(() => [])) {
    const followed = await openStatement(store, statement).catch(() => undefined);
    if (followed?.to.name !== origin) continue;
    await store.keepEvidence(
      textOf(statement),
      `Seen before:\n${followed.former.note ?? 'nothing\n'}\nContinued:\n${statement}`,
    );
    const { size, root } = followed.from;
    return { origin, verifierKeys: [formatVerifierKey(followed.to)], begins: { size, root: toBase64(root) } };
  }
  return undefined;
}

/** @throws Error when it is none, or of a log that is not known here. */
async function openStatement(store: WitnessStore, statement: string) {
  const { from } = parseContinuation(textOf(statement));
  const former = await store.findLog(from.origin);
  if (former === undefined) throw new Error('This continues a log that is not known here.');
  const { to } = await openContinuation(statement, former.verifierKeys.map(parseVerifierKey));
  return { from, to, former };
}

function seenOf({ note, begins }: KnownLog) {
  if (note !== undefined) return parseCheckpoint(note);
  return begins ? { size: begins.size, root: fromBase64(begins.root) } : { size: 0, root: emptyRoot() };
}

const textOf = (note: string) => note.slice(0, note.lastIndexOf('\n\n') + 1);

function refusal(status: number, reason: string): WitnessAnswer {
  return { status, type: 'text/plain; charset=utf-8', body: `${reason}\n` };
}

function parseRequest(body: string) {
  const end = body.indexOf('\n\n');
  const [first = '', ...proof] = body.slice(0, end).split('\n');
  const [, old] = /^old (0|[1-9]\d*)$/u.exec(first) ?? [];
  if (end === -1 || old === undefined || proof.length > mostProofLines) return undefined;
  const note = body.slice(end + 2);
  try {
    return { old: Number(old), proof: proof.map(fromBase64), note, checkpoint: parseCheckpoint(note) };
  } catch {
    return undefined;
  }
}
