import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '@baraza/contract/account/account';
import { listComplaintCategories } from '@baraza/contract/category/category';
import { type Call, createClient } from '@baraza/contract/core/client';
import { submitComplaint, withdrawComplaint } from '@baraza/contract/complaint/complaint';
import { listJurisdictions, listMdas } from '@baraza/contract/mda/mda';
import { demoPassword } from '../support/portal.ts';

/** A citizen of the sample data who files complaints. */
export class Client {
  readonly url: string;
  readonly email: string;
  readonly call: Call;
  readonly #address = { 'x-forwarded-for': someAddress() };
  #token: string | null = null;
  #form: Record<string, string> = {};
  readonly #mda: string | undefined;

  private constructor(url: string, email: string, mda?: string) {
    this.#mda = mda;
    this.url = url;
    this.email = email;
    this.call = createClient({ baseUrl: `${url}/api`, token: () => this.#token, headers: () => this.#address });
  }

  /** Signs in, to complain about this MDA or the first one. */
  static async signIn(url: string, email = 'citizen@demo.example', mda?: string): Promise<Client> {
    const client = new Client(url, email, mda);
    await client.patiently(() => client.#enter());
    return client;
  }

  async #enter(): Promise<void> {
    const { call, email } = this;
    ({ token: this.#token } = await call(login, { body: { email, password: demoPassword, type: 'user' } }));
    const mda = (await call(listMdas)).find(({ id }) => this.#mda === undefined || id === this.#mda);
    const [category] = await call(listComplaintCategories);
    if (!mda || !category) throw new Error('The sample data are missing.');
    const jurisdictions = mda.isJurisdictionAllowed ? await call(listJurisdictions, { params: { id: mda.id } }) : [];
    this.#form = { mda: mda.id, mdaJurisdiction: jurisdictions[0]?.id ?? '', category: category.id };
  }

  /** Files a complaint, with a recording or without. */
  async file(key: string, title: string, recording: Uint8Array | undefined): Promise<string> {
    const form = {
      ...this.#form,
      title,
      description: '<p>Filed while something fails.</p>',
      location: 'Anywhere',
      incidentDate: new Date().toISOString().slice(0, 10),
    };
    const audio = recording && new File([new Uint8Array(recording)], 'statement.wav', { type: 'audio/wav' });
    const files = audio ? { audio } : {};
    const headers = { 'idempotency-key': key };
    return (await this.call(submitComplaint, { form: form as never, files }, { headers })).id;
  }

  async withdraw(id: string): Promise<void> {
    await this.call(withdrawComplaint, { body: { id } });
  }

  /** Downloads an attachment of a complaint. */
  async download(filePath: string): Promise<Uint8Array> {
    const answer = await fetch(new URL(filePath, this.url), { headers: this.#address });
    if (!answer.ok) throw Object.assign(new Error(`its file answers ${answer.status}`), { status: answer.status });
    return new Uint8Array(await answer.arrayBuffer());
  }

  /** Retries while the server is busy or away, for up to `patience` milliseconds. */
  async patiently<T>(ask: () => Promise<T>, patience = 90_000): Promise<T> {
    for (const deadline = Date.now() + patience; ; await sleep(100)) {
      try {
        return await ask();
      } catch (error) {
        const status = (error as { status?: number }).status ?? 0;
        if (Date.now() > deadline || (status >= 400 && status < 500 && status !== 429)) throw error;
      }
    }
  }
}

/** Returns an address of a network that nobody else uses. */
function someAddress(): string {
  return `10.${Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join('.')}`;
}
