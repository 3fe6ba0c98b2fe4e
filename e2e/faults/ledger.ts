import { createHash } from 'node:crypto';
import { getComplaint } from '@baraza/contract/complaint/complaint';
import { Client } from './client.ts';

/** A complaint whose filing was answered with success. */
interface Acknowledged {
  readonly id: string;
  readonly title: string;
  /** The address of the citizen. */
  readonly by: string;
  /** Of its recording; null where none was sent. */
  readonly sha256: string | null;
  /** What the last step that was answered with success made of it. */
  state: string;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** As many as one session may ask for within a minute, each with its file, and room. */
const perSession = 250;

/** What was promised. 'Lost' means promised, and not found whole by id and SHA-256 afterwards. */
export class Ledger {
  readonly entries = new Map<string, Acknowledged>();
  readonly lost = new Set<string>();
  readonly #whole = new Set<string>();

  add(entry: Acknowledged): void {
    const before = this.entries.get(entry.id);
    // The same key may be answered twice, and must mean the same complaint.
    if (before && before.title !== entry.title) this.lost.add(`${entry.id} stands for two complaints`);
    else if (!before) this.entries.set(entry.id, entry);
  }

  /** A step that is promised later has to be looked for again. */
  changed(id: string, state: string): void {
    const entry = this.entries.get(id);
    if (entry) entry.state = state;
    this.#whole.delete(id);
  }

  /** Looks at what was promised since the last time, as the citizens who filed it. */
  async check(url: string): Promise<void> {
    await this.#look(url, (entry) => !this.#whole.has(entry.id));
  }

  /** Looks at everything once more. */
  async checkAll(url: string): Promise<void> {
    await this.#look(url, () => true);
  }

  async #look(url: string, isWanted: (entry: Acknowledged) => boolean): Promise<void> {
    const wanted = Map.groupBy([...this.entries.values()].filter(isWanted), ({ by }) => by);
    for (const [email, entries] of wanted) {
      for (let from = 0; from < entries.length; from += perSession) {
        // Signed in anew: where the safety is off a session may be lost as well.
        const client = await Client.signIn(url, email);
        const some = entries.slice(from, from + perSession);
        await Promise.all(
          [0, 1, 2].map((lane) =>
            this.#walk(
              client,
              some.filter((_, n) => n % 3 === lane),
            ),
          ),
        );
      }
    }
  }

  async #walk(client: Client, entries: readonly Acknowledged[]): Promise<void> {
    for (const entry of entries) {
      const fault = await faultOf(client, entry);
      if (fault !== undefined) this.lost.add(`${entry.title}: ${fault}`);
      this.#whole.add(entry.id);
    }
  }
}

async function faultOf(client: Client, { id, title, sha256: hash, state }: Acknowledged): Promise<string | undefined> {
  const found = await client
    .patiently(() => client.call(getComplaint, { params: { id } }))
    .catch((error: Error) => error.message);
  if (typeof found === 'string') return found;
  if (found.title !== title) return 'has another title';
  if (!found.history.some(({ action }) => action === state)) return `the step ${state} is missing`;
  if (hash === null) return undefined;
  const [file] = found.attachments;
  if (!file) return 'its recording is missing';
  const bytes = await client.patiently(() => client.download(file.filePath)).catch((error: Error) => error.message);
  if (typeof bytes === 'string') return bytes;
  return sha256(bytes) === hash ? undefined : 'its recording is another one';
}
