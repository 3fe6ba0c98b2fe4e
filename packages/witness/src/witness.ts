import * as tlog from '@baraza/transparency-log';
import { cosign } from '@baraza/transparency-log/sign';
import type { KnownLog, WitnessStore } from './store.ts';

export interface WitnessResponse {
  readonly status: number;
  readonly type: 'text/plain; charset=utf-8' | 'text/x.tlog.size';
  readonly body: string;
}

const maxProofLines = 63;

interface WitnessTools {
  readonly store: WitnessStore;
  readonly signer: tlog.NoteSigner;
  /** Fetches the statements that the portal's log continues under another name. */
  readonly fetchStatements: () => Promise<readonly string[]>;
  readonly now?: () => Date;
}

export type Witness = ReturnType<typeof createWitness>;

/** Makes a witness that handles requests one at a time. */
export function createWitness(tools: WitnessTools) {
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** Handles `add-checkpoint` of c2sp.org/tlog-witness. */
    addCheckpoint(body: string): Promise<WitnessResponse> {
      const answer = last.then(() => addCheckpoint(tools, body));
      last = answer.catch(() => {});
      return answer;
    },
  };
}

async function addCheckpoint(tools: WitnessTools, body: string): Promise<WitnessResponse> {
  const { store, signer, now = () => new Date() } = tools;
  const request = parseRequest(body);
  if (request === undefined) return plain(400, 'This is no request to add a checkpoint.');
  const { old, proof, note, checkpoint } = request;
  const log = (await store.findLog(checkpoint.origin)) ?? (await followLog(tools, checkpoint.origin));
  if (log === undefined) return plain(404, `The log ${checkpoint.origin} is not known here.`);
  // Under its former name the log could show different entries to others.
  if (log.continuedAs !== undefined) return plain(403, `The log ${log.origin} goes on as ${log.continuedAs}.`);
  const isSigned = await tlog.openCheckpoint(note, log.verifierKeys.map(tlog.parseVerifierKey)).catch(() => undefined);
  if (isSigned === undefined) return plain(403, `The checkpoint is not signed by ${checkpoint.origin}.`);
  if (old > checkpoint.size) return plain(400, 'The checkpoint is older than the old size.');
  const seen = seenOf(log);
  if (old !== seen.size) return { status: 409, type: 'text/x.tlog.size', body: `${seen.size}\n` };
  const isEmptyWrong = checkpoint.size === 0 && tlog.toBase64(checkpoint.root) !== tlog.toBase64(tlog.emptyRoot());
  if (isEmptyWrong || !tlog.verifyConsistency(seen, checkpoint, proof)) {
    // A wrong proof for the same tree is no evidence against the log.
    const isSame = checkpoint.size === seen.size && tlog.toBase64(checkpoint.root) === tlog.toBase64(seen.root);
    if (!isSame) await store.keepEvidence(textOf(note), `Seen before:\n${log.note ?? 'nothing\n'}\nRefused:\n${note}`);
    return plain(422, `The log of ${checkpoint.size} entries does not continue the one of ${seen.size} seen here.`);
  }
  await store.saveLog({ ...log, note });
  const former = log.begins && (await store.findLog(log.begins.from));
  if (former) await store.saveLog({ ...former, continuedAs: log.origin });
  const cosignature = cosign(textOf(note), signer, now());
  return { status: 200, type: 'text/plain; charset=utf-8', body: cosignature };
}

/**
 * Follows a log to its new name if its former key signed the change. The statement is kept with the last checkpoint. A log that
 * still has every entry seen must continue from them; one that lost entries in a restore starts from those it states.
 */
async function followLog({ store, fetchStatements }: WitnessTools, origin: string): Promise<KnownLog | undefined> {
  const statements = await fetchStatements().catch(() => []);
  return follow(store, statements, origin).catch(() => undefined);
}

/** @throws Error when no statement leads from a known log to that name. */
async function follow(store: WitnessStore, statements: readonly string[], origin: string): Promise<KnownLog> {
  const statement = statements.find((text) => leadsTo(text, origin)) ?? '';
  const { from, to } = tlog.parseContinuation(textOf(statement));
  const former = await store.findLog(from.origin);
  if (former === undefined) throw new Error(`The log ${from.origin} is not known here.`);
  await tlog.openContinuation(statement, former.verifierKeys.map(tlog.parseVerifierKey));
  await store.keepEvidence(textOf(statement), `Seen before:\n${former.note ?? 'nothing\n'}\nContinued:\n${statement}`);
  const seen = seenOf(former);
  const { size, root } = from.size < seen.size ? from : seen;
  const begins = { from: former.origin, size, root: tlog.toBase64(root) };
  return { origin, verifierKeys: [tlog.formatVerifierKey(to)], begins };
}

function leadsTo(statement: string, origin: string): boolean {
  try {
    return tlog.parseContinuation(textOf(statement)).to.name === origin;
  } catch {
    return false;
  }
}

function seenOf({ note, begins }: KnownLog) {
  if (note !== undefined) return tlog.parseCheckpoint(note);
  return begins ? { size: begins.size, root: tlog.fromBase64(begins.root) } : { size: 0, root: tlog.emptyRoot() };
}

const textOf = (note: string) => note.slice(0, note.lastIndexOf('\n\n') + 1);

/** Makes a response in plain text. */
export function plain(status: number, text: string): WitnessResponse {
  return { status, type: 'text/plain; charset=utf-8', body: `${text}\n` };
}

function parseRequest(body: string) {
  const end = body.indexOf('\n\n');
  const [first = '', ...proof] = body.slice(0, end).split('\n');
  const [, old] = /^old (0|[1-9]\d*)$/u.exec(first) ?? [];
  if (end === -1 || old === undefined || proof.length > maxProofLines) return undefined;
  const note = body.slice(end + 2);
  try {
    return { old: Number(old), proof: proof.map(tlog.fromBase64), note, checkpoint: tlog.parseCheckpoint(note) };
  } catch {
    return undefined;
  }
}
