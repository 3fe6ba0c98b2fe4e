import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '@baraza/contract/account';
import { listComplaintCategories } from '@baraza/contract/category';
import { type Call, createClient } from '@baraza/contract/client';
import { submitComplaint, withdrawComplaint } from '@baraza/contract/complaint';
import { listJurisdictions, listMdas } from '@baraza/contract/mda';
import { demoPassword } from '../support/portal.ts';

/** A citizen of the sample data who files complaints. */
export class Client {
  readonly url: string;
  readonly email: string;
  readonly call: Call;
  #token: string | null = null;
  #form: Record<string, string> = {};

  private constructor(url: string, email: string) {
    this.url = url;
    this.email = email;
    this.call = createClient({ baseUrl: `${url}/api`, token: () => this.#token });
  }

  static async signIn(url: string, email = 'citizen@demo.example'): Promise<Client> {
    const client = new Client(url, email);
    await client.patiently(() => client.#enter());
    return client;
  }

  async #enter(): Promise<void> {
    const { call, email } = this;
    ({ token: this.#token } = await call(login, { body: { email, password: demoPassword, type: 'user' } }));
    const [mda] = await call(listMdas);
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

  /** Again and again while the server is busy or away, for so many milliseconds. */
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
