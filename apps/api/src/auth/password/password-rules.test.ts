import {
  acceptInvitation,
  createStaff,
  forgotPassword,
  login,
  register,
  resetPassword,
  updatePassword,
  verifyEmail,
} from '@baraza/contract';
import { describe, expect, it } from 'vitest';
import { sharedTestApp } from '../../../test/support/server/app.ts';
import { failure } from '../../../test/support/failure.ts';
import { codeIn } from '../../../test/support/server/outbox.ts';

/*
 * Wherever a password is set: 8 to 128 characters, and to the byte what was typed.
 */

const test = sharedTestApp();

let count = 0;
const newAddress = () => `rules${(count += 1)}@home.example`;
const twice = (password: string) => ({ password, confirmPassword: password });
const lastMailTo = async (email: string) => (await test.outbox()).findLast((mail) => mail.to === email);

/** Somebody who is about to set a password. */
interface Chooser {
  readonly email: string;
  readonly type: 'user' | 'mda';
  choose(password: string): Promise<unknown>;
  /** Turns the new password into a usable account. */
  finish?(): Promise<unknown>;
}

const doors: Record<string, () => Promise<Chooser>> = {
  async registering() {
    const email = newAddress();
    const name = { first_name: 'Uche', last_name: 'Ike', email };
    return {
      email,
      type: 'user',
      choose: (password) => test.call(register, { form: { ...name, ...twice(password) } }),
      finish: async () => test.call(verifyEmail, { body: { email, otp: codeIn(await lastMailTo(email)) } }),
    };
  },
  async 'a reset'() {
    const { email } = await test.citizen();
    await test.call(forgotPassword, { body: { email } });
    const otp = codeIn(await lastMailTo(email));
    const choose = (password: string) => test.call(resetPassword, { body: { email, otp, ...twice(password) } });
    return { email, type: 'user', choose };
  },
  async 'a change'() {
    const { email, call, password: currentPassword } = await test.citizen();
    const choose = (password: string) => call(updatePassword, { body: { currentPassword, ...twice(password) } });
    return { email, type: 'user', choose };
  },
  async 'an invitation'() {
    const administrator = await test.staff('administrator');
    const email = newAddress();
    const { id: mda } = await test.mda();
    const body = { first_name: 'Chidi', last_name: 'Eze', email, role: 'officer' as const, mda };
    await administrator.call(createStaff, { body });
    const invitation = /invitation#([\w-]{43})/.exec((await lastMailTo(email))?.text ?? '')?.[1] ?? '';
    const choose = (password: string) => test.call(acceptInvitation, { body: { invitation, ...twice(password) } });
    return { email, type: 'mda', choose };
  },
};

const long = Array.from({ length: 43 }, (_, index) => String.fromCodePoint(97 + ((index * 7) % 26))).join('');
const [eight, longest] = ['k7 zq!Wp', `${long}${long.toUpperCase()}${long}`.slice(0, 128)];
/** Space at both ends, signs beyond the first plane, and a letter that can be written in two ways. */
const composed = ' tr\u00e4nen \u{1f327} im Regen ';

describe.each(Object.entries(doors))('%s', (_, open) => {
  it('a password has 8 to 128 characters', async () => {
    const { email, type, choose, finish } = await open();
    for (const password of [eight.slice(0, 7), `${longest}x`])
      expect(await failure(choose(password))).toMatchObject({
        status: 400,
        fields: { password: 'Use 8 to 128 characters for the password.' },
      });
    await choose(eight);
    await finish?.();
    await test.call(login, { body: { email, password: eight, type } });
  });

  it('all 128 characters of a password count', async () => {
    const { email, type, choose, finish } = await open();
    await choose(longest);
    await finish?.();
    for (const password of [longest.slice(0, -1), `${longest.slice(0, -1)}_`, `${longest}x`])
      expect(await failure(test.call(login, { body: { email, password, type } }))).toMatchObject({ status: 401 });
    await test.call(login, { body: { email, password: longest, type } });
  });

  it('a password is stored to the byte, neither trimmed nor normalised', async () => {
    const { email, type, choose, finish } = await open();
    await choose(composed);
    await finish?.();
    for (const other of [composed.trim(), composed.trimEnd(), composed.normalize('NFD'), composed.toLowerCase()]) {
      expect(other).not.toBe(composed);
      expect(await failure(test.call(login, { body: { email, password: other, type } }))).toMatchObject({
        status: 401,
      });
    }
    await test.call(login, { body: { email, password: composed, type } });
  });
});
