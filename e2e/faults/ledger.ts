import { createHash } from 'node:crypto';
import { getComplaint } from '@baraza/contract/complaint/complaint';
import { Client } from './client.ts';

/** A complaint that was filed successfully. */
interface Acknowledged {
  readonly id: string;
  readonly title: string;
  /** E-mail address of the citizen. */
  readonly by: string;
  /** Hash of its recording; null if there is none. */
  readonly sha256: string | null;
  /** The last acknowledged transition. */
  state: string;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Complaints that one session can read within its limit of a minute, each with its file. */
const perSession = 250;

/** Acknowledged complaints. One is lost if it is not found whole, by id and SHA-256, afterwards. */
export class Ledger {
  readonly entries = new Map<string, Acknowledged>();
  readonly lost = new Set<string>();
  readonly #whole = new Set<string>();

  add(entry: Acknowledged): void {
    const before = this.entries.get(entry.id);
    // One key may be acknowledged twice, but must stand for one complaint.
    if (before && before.title !== entry.title) this.lost.add(`${entry.id} stands for two complaints`);
    else if (!before) this.entries.set(entry.id, entry);
  }

  /** Records a later transition; the complaint is checked again. */
  changed(id: string, state: string): void {
    const entry = this.entries.get(id);
    if (entry) entry.state = state;
    this.#whole.delete(id);
  }

  /** Checks the complaints acknowledged since the last check, as their citizens. */
  async check(url: string): Promise<void> {
    await this.#check(url, (entry) => !this.#whole.has(entry.id));
  }

  /** Checks everything again. */
  async checkAll(url: string): Promise<void> {
    await this.#check(url, () => true);
  }

  async #check(url: string, isWanted: (entry: Acknowledged) => boolean): Promise<void> {
    const wanted = Map.groupBy([...this.entries.values()].filter(isWanted), ({ by }) => by);
    for (const [email, entries] of wanted) {
      for (let from = 0; from < entries.length; from += perSession) {
        // Signs in anew: without durability, a session may be lost as well.
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
