import {
  chooseLanguage,
  forgotPassword,
  getUser,
  login,
  resetPassword,
  updateProfile,
  verifyEmail,
} from '@baraza/contract';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { failure } from '../../../../test/support/failure.ts';
import { codeIn } from '../../../../test/support/server/outbox.ts';

const test = sharedTestApp();

const profile = (person: Person, more: object = {}) => ({
  first_name: 'Ada',
  last_name: 'Obi',
  email: person.email,
  phone: '0800 123',
  ...more,
});
const picture = (color: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Ada' } })
    .toBuffer();
const photo = async (color = 'red') => new File([await picture(color)], 'me.jpg', { type: 'image/jpeg' });

async function mailsTo(email: string) {
  return (await test.outbox()).filter((mail) => mail.to === email);
}

describe('the profile', () => {
  it('names and phone number of a profile can be changed', async () => {
    const citizen = await test.citizen();
    const user = await citizen.call(updateProfile, {
      form: profile(citizen, { first_name: ' Bola ', phone: '+234 123' }),
    });
    expect(user).toMatchObject({ first_name: 'Bola', phone: '+234 123', email: citizen.email });
    expect(await citizen.call(getUser)).toEqual(user);
  });

  it('a photo is stored, shown to its owner, and replaced', async () => {
    const citizen = await test.citizen();
    const first = await citizen.call(updateProfile, { form: profile(citizen), files: { file: await photo() } });
    const shown = await test.app.inject(first.profilePhoto ?? '');
    expect(shown.headers['content-type']).toBe('image/jpeg');
    expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined();
    const second = await citizen.call(updateProfile, { form: profile(citizen), files: { file: await photo('blue') } });
    expect(second.profilePhoto).not.toBe(first.profilePhoto);
    expect((await test.app.inject(first.profilePhoto ?? '')).statusCode).toBe(404);
    expect((await citizen.call(updateProfile, { form: profile(citizen) })).profilePhoto).toBe(second.profilePhoto);
  });

  it.each([
    [
      'a photo of more than 3 MB',
      () => new File([new Uint8Array(3 * 1024 * 1024 + 1)], 'big.jpg', { type: 'image/jpeg' }),
      413,
      /3MB/,
    ],
    [
      'a text that calls itself a photo',
      () => new File(['not a picture'], 'me.jpg', { type: 'image/jpeg' }),
      415,
      /Only photos/,
    ],
  ])('a profile with %s is refused', async (_, file, status, text) => {
    const citizen = await test.citizen();
    const error = await failure(citizen.call(updateProfile, { form: profile(citizen), files: { file: file() } }));
    expect(error.status).toBe(status);
    expect(error.message).toMatch(text);
    expect(error.fields['file']).toMatch(/^(big|me)\.jpg: /);
  });

  it.each(['first_name', 'last_name', 'email', 'phone'])('a profile without %s is refused', async (field) => {
    const citizen = await test.citizen();
    const error = await failure(citizen.call(updateProfile, { form: profile(citizen, { [field]: ' ' }) }));
    expect(error.fields).toEqual({ [field]: 'All fields are required' });
  });
});

it('the language of a citizen is stored if supported', async () => {
  const citizen = await test.citizen();
  expect(await citizen.call(getUser)).toMatchObject({ language: null });
  await citizen.call(chooseLanguage, { body: { language: 'yo' } });
  expect(await citizen.call(getUser)).toMatchObject({ language: 'yo' });
  const unknown = citizen.call(chooseLanguage, { body: { language: 'tlh' as never } });
  await expect(unknown).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
});

it('mails are in the language that their reader uses when they are sent', async () => {
  const citizen = await test.citizen();
  await citizen.call(forgotPassword, { body: { email: citizen.email } });
  await citizen.call(chooseLanguage, { body: { language: 'fr' } });
  const [mail] = await mailsTo(citizen.email);
  expect(mail?.subject).toBe('Votre code pour un nouveau mot de passe');
  expect(mail?.text).toMatch(/^Bonjour .*,\n\n/u);
});

describe('another e-mail', () => {
  /** Confirms as a browser does, with the cookie of the response. */
  async function ask(citizen: Person, email: string, currentPassword = citizen.password) {
    const payload = new FormData();
    for (const [name, value] of Object.entries({ ...profile(citizen, { email }), currentPassword }))
      payload.append(name, value);
    const headers = { authorization: `Bearer ${citizen.token}` };
    return test.app.inject({ method: 'PUT', url: '/api/users/update-profile', headers, payload });
  }

  it('a new e-mail takes effect after its code is entered in the same browser; both addresses learn it', async () => {
    const citizen = await test.citizen();
    const answer = await ask(citizen, 'new@home.example');
    expect(answer.json()).toMatchObject({ email: citizen.email, pendingEmail: 'new@home.example' });
    const [mail] = await mailsTo('new@home.example');
    expect(mail?.text).toMatch(/^Hello,\n/);
    const otp = codeIn(mail);
    const payload = { otp, email: 'new@home.example' };
    const elsewhere = await test.app.inject({ method: 'POST', url: '/api/verify-email', payload });
    expect(elsewhere.json()).toMatchObject({ code: 'CODE_INVALID' });
    const cookies = { pv: answer.cookies[0]?.value ?? '' };
    const done = await test.app.inject({ method: 'POST', url: '/api/verify-email', payload, cookies });
    expect(done.json()).toHaveProperty('token');
    expect(await citizen.call(getUser)).toMatchObject({ email: 'new@home.example', pendingEmail: null });
    expect(await mailsTo(citizen.email)).toHaveLength(2);
    await test.call(login, { body: { email: 'new@home.example', password: citizen.password, type: 'user' } });
  });

  it('saving the old e-mail again cancels the change', async () => {
    const citizen = await test.citizen();
    const answer = await ask(citizen, 'undone@home.example');
    const user = await citizen.call(updateProfile, { form: profile(citizen) });
    expect(user).toMatchObject({ email: citizen.email, pendingEmail: null });
    const payload = { otp: codeIn((await mailsTo('undone@home.example'))[0]), email: 'undone@home.example' };
    const cookies = { pv: answer.cookies[0]?.value ?? '' };
    const late = await test.app.inject({ method: 'POST', url: '/api/verify-email', payload, cookies });
    expect(late.json()).toMatchObject({ code: 'CODE_INVALID' });
    expect(await citizen.call(getUser)).toMatchObject({ email: citizen.email, pendingEmail: null });
  });

  it('a new password cancels a pending change of e-mail', async () => {
    const citizen = await test.citizen();
    const answer = await ask(citizen, 'thief@home.example');
    await test.call(forgotPassword, { body: { email: citizen.email } });
    const reset = (await mailsTo(citizen.email)).find((mail) => mail.subject === 'Your code to set a new password');
    const password = 'a brand new one';
    const body = { email: citizen.email, otp: codeIn(reset), password, confirmPassword: password };
    await test.call(resetPassword, { body });
    const payload = { otp: codeIn((await mailsTo('thief@home.example'))[0]) };
    const cookies = { pv: answer.cookies[0]?.value ?? '' };
    const late = await test.app.inject({ method: 'POST', url: '/api/verify-email', payload, cookies });
    expect(late.json()).toMatchObject({ code: 'CODE_INVALID' });
    await test.call(login, { body: { email: citizen.email, password, type: 'user' } });
  });

  it('a new e-mail needs the current password', async () => {
    const citizen = await test.citizen();
    expect(
      await failure(citizen.call(updateProfile, { form: profile(citizen, { email: 'x@home.example' }) })),
    ).toMatchObject({
      status: 400,
      fields: { currentPassword: 'All fields are required' },
    });
    expect((await ask(citizen, 'x@home.example', 'not this one')).statusCode).toBe(400);
    expect(await mailsTo('x@home.example')).toEqual([]);
  });

  it('changing to a taken e-mail gets the same response, and never takes effect', async () => {
    const [citizen, other] = [await test.citizen(), await test.citizen()];
    const free = await ask(await test.citizen(), 'free@home.example');
    const taken = await ask(citizen, other.email);
    expect(taken.statusCode).toBe(free.statusCode);
    expect(Object.keys(taken.json<object>())).toEqual(Object.keys(free.json<object>()));
    const mails = await mailsTo(other.email);
    expect(mails.map((mail) => mail.subject)).toEqual(['You already have an account']);
    expect(mails[0]?.text).toMatch(/^Hello,\n/u);
    expect(await citizen.call(getUser)).toMatchObject({ email: citizen.email });
    const otp = '123456';
    const reset = { otp, email: other.email, password: 'a brand new one', confirmPassword: 'a brand new one' };
    expect(await failure(test.call(resetPassword, { body: reset }))).toMatchObject({ code: 'CODE_INVALID' });
    expect(await failure(test.call(verifyEmail, { body: { otp, email: other.email } }))).toMatchObject({
      code: 'CODE_INVALID',
    });
  });
});
