import { login, register, resendCode, verifyEmail } from '@baraza/contract/account/account';
import { type Call, createClient } from '@baraza/contract/core/client';
import { transitionComplaint, getDeskComplaint } from '@baraza/contract/complaint/desk';
import { demoPassword, password } from '../support/portal.ts';
import type { MailServer } from './modules.ts';

/** An officer of the sample data, signed in once. */
export class Officer {
  readonly call: Call;
  readonly #token: string;

  private constructor(url: string, token: string) {
    this.#token = token;
    this.call = createClient({ baseUrl: `${url}/api`, token: () => this.#token });
  }

  static async signIn(url: string): Promise<Officer> {
    const call = createClient({ baseUrl: `${url}/api`, token: () => null });
    const body = { email: 'officer@demo.example', password: demoPassword, type: 'mda' };
    return new Officer(url, (await call(login, { body })).token);
  }

  /** Takes a complaint that nobody has, and answers the steps it has taken then. */
  async start(id: string): Promise<string[]> {
    const { version } = await this.call(getDeskComplaint, { params: { id } });
    const taken = await this.call(transitionComplaint, { params: { id, action: 'start' }, body: { version } });
    return taken!.history.map(({ action }) => action);
  }
}

/** Somebody who registers, and confirms their address with the code from a mail. */
export class Newcomer {
  readonly email: string;
  readonly call: Call;
  #token: string | null = null;

  constructor(url: string, name: string) {
    this.email = `${name}.${crypto.randomUUID().slice(0, 8)}@citizens.example`;
    this.call = createClient({ baseUrl: `${url}/api`, token: () => this.#token });
  }

  async register(): Promise<void> {
    const [first_name, last_name, phone] = ['New', 'Comer', '+2348012345678'];
    const form = { first_name, last_name, email: this.email, phone, password, confirmPassword: password };
    await this.call(register, { form });
  }

  /** Asks for another code. */
  async askAgain(): Promise<void> {
    await this.call(resendCode, { body: { email: this.email } });
  }

  /** Every code that was mailed to them, oldest first. */
  codes({ mails }: MailServer): string[] {
    const own = mails.filter((mail) => mail.includes(`To: ${this.email}`));
    return own.map((mail) => /^ {4}(\d{6})\s*$/mu.exec(mail)?.[1] ?? '').filter(Boolean);
  }

  /** Confirms the address, and is signed in then. */
  async verify(otp: string): Promise<void> {
    this.#token = (await this.call(verifyEmail, { body: { otp, email: this.email } })).token;
  }
}
