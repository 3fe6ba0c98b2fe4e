import { createHash } from 'node:crypto';
import { getComplaint } from '@baraza/contract/complaint';
import type { Client } from './client.ts';

/** A complaint whose filing was answered with success. */
export interface Acknowledged {
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

  /** Looks at what this citizen was promised since the last time, or at everything. */
  async check(client: Client, everything = false): Promise<void> {
    for (const entry of this.entries.values()) {
      if (entry.by !== client.email || (!everything && this.#whole.has(entry.id))) continue;
      const fault = await faultOf(client, entry);
      if (fault !== undefined) this.lost.add(`${entry.title}: ${fault}`);
      this.#whole.add(entry.id);
    }
  }

  /** A step that is promised later has to be looked for again. */
  changed(id: string, state: string): void {
    const entry = this.entries.get(id);
    if (entry) entry.state = state;
    this.#whole.delete(id);
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
  const bytes = await client.patiently(async () => {
    const answer = await fetch(new URL(file.filePath, client.url));
    if (!answer.ok) throw Object.assign(new Error(`its recording answers ${answer.status}`), { status: answer.status });
    return new Uint8Array(await answer.arrayBuffer());
  });
  return sha256(bytes) === hash ? undefined : 'its recording is another one';
}
