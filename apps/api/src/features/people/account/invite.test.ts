import {
  acceptInvitation,
  createStaff,
  forgotPassword,
  getStaffMe,
  getUserMda,
  inviteAgain,
  listStaff,
  login,
  readInvitation,
  resetPassword,
  updateStaff,
} from '@baraza/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { auditedBy } from '../../../../test/support/audited.ts';
import { failure } from '../../../../test/support/failure.ts';
import { codeIn } from '../../../../test/support/server/outbox.ts';

const test = sharedTestApp();
let administrator: Person;
let mdaId: string;
beforeAll(async () => {
  administrator = await test.staff('administrator');
  mdaId = (await test.mda({ name: 'Ministry of Roads' })).id;
});

const day = 24 * 3_600_000;
const password = 'gravel and tar 12';
const ended = {
  status: 404,
  code: 'INVITATION_ENDED',
  message: 'This invitation was used already, was replaced by a newer one, or is too old. Ask for another one.',
};
let count = 0;

async function inviteSomebody() {
  const email = `invited${(count += 1)}@roads.example`;
  const body = { first_name: 'Chidi', last_name: 'Eze', email, role: 'officer' as const, mda: mdaId };
  return administrator.call(createStaff, { body });
}

async function linksTo(email: string): Promise<string[]> {
  const page = `${test.services.settings.mdaPortalUrl}invitation#`;
  const texts = (await test.outbox()).filter((mail) => mail.to === email).map((mail) => mail.text);
  return texts.flatMap((text) =>
    text
      .split(/\s+/)
      .filter((word) => word.startsWith(page))
      .map((word) => word.slice(page.length)),
  );
}

const read = (invitation: string) => test.call(readInvitation, { body: { invitation } });
const accept = (invitation: string, chosen = password) =>
  test.call(acceptInvitation, { body: { invitation, password: chosen, confirmPassword: chosen } });
const signIn = (email: string, given = password) => test.call(login, { body: { email, password: given, type: 'mda' } });
const again = (id: string) => administrator.call(inviteAgain, { params: { id } });

describe('an invitation', () => {
  it('an invitation lets a new member of staff set a password, without signing in', async () => {
    const made = await inviteSomebody();
    expect(made).toMatchObject({ role: 'officer', mda: { id: mdaId }, disabled: false, invited: true, mfa: false });
    const [link = ''] = await linksTo(made.email);
    expect(link).toMatch(/^[\w-]{43}$/);
    expect(await read(link)).toEqual({
      email: made.email,
      first_name: 'Chidi',
      expiresAt: new Date(test.clock.now().getTime() + 7 * day).toISOString(),
    });
    expect(await failure(signIn(made.email))).toMatchObject({ status: 401 });
    expect(Object.keys(await accept(link))).toEqual(['message']);
    const { token } = await signIn(made.email);
    expect(await test.callAs(token)(getStaffMe)).toMatchObject({ id: made.id, invited: false });
    expect(await test.callAs(token)(getUserMda)).toEqual({ id: mdaId, name: 'Ministry of Roads' });
  });

  it('an invitation is only accepted together with its audit entry', async () => {
    const made = await inviteSomebody();
    const [link = ''] = await linksTo(made.email);
    await test.pool.query('alter table audit add constraint full_up check (false) not valid');
    expect(await failure(accept(link))).toMatchObject({ status: 500 });
    await test.pool.query('alter table audit drop constraint full_up');
    expect(await auditedBy(test, made)).toEqual([]);
    await accept(link);
    expect(await auditedBy(test, made)).toEqual([
      expect.objectContaining({ action: 'account.invitation-accepted', outcome: 'done', mdaId, detail: null }),
    ]);
  });

  it('an invitation works once, and for seven days', async () => {
    const [used, late] = [await inviteSomebody(), await inviteSomebody()];
    const [link = ''] = await linksTo(used.email);
    await accept(link);
    for (const error of await Promise.all([read(link), accept(link)].map(failure))) expect(error).toMatchObject(ended);
    const [old = ''] = await linksTo(late.email);
    test.clock.advance(7 * day - 1);
    await read(old);
    test.clock.advance(1);
    for (const error of await Promise.all([read(old), accept(old)].map(failure))) expect(error).toMatchObject(ended);
    // The administrator's own session ended long ago.
    administrator = await test.staff('administrator');
  });

  it('only one of many simultaneous attempts to accept an invitation succeeds', async () => {
    const made = await inviteSomebody();
    const [link = ''] = await linksTo(made.email);
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, (_, number) => accept(link, `river of stones ${number}`)),
    );
    expect(tries.filter((it) => it.status === 'fulfilled')).toHaveLength(1);
    expect(await auditedBy(test, made)).toHaveLength(1);
    const winner = tries.findIndex((it) => it.status === 'fulfilled');
    await signIn(made.email, `river of stones ${winner}`);
  });

  it('an invitation is not used up by a weak password', async () => {
    const made = await inviteSomebody();
    const [link = ''] = await linksTo(made.email);
    for (const poor of ['short', 'password1', made.email])
      expect(await failure(accept(link, poor))).toMatchObject({
        status: 400,
        fields: { password: expect.any(String) },
      });
    await accept(link);
  });

  it.each(['', 'x'.repeat(42), 'x'.repeat(44), 'x'.repeat(43), `${'x'.repeat(42)}!`])(
    'the invitation link %j is refused',
    async (link) => {
      const error = await failure(read(link));
      expect([400, 404]).toContain(error.status);
      expect(error.message).toMatch(/^This invitation/);
    },
  );

  it('an invitation is stored only as a hash', async () => {
    const made = await inviteSomebody();
    const [link = ''] = await linksTo(made.email);
    const { rows } = await test.pool.query<{ all: string }>('select json_agg(i)::text as all from invitation i');
    expect(rows[0]?.all).not.toContain(link);
    expect(rows[0]?.all).not.toContain(Buffer.from(link).toString('hex'));
  });
});

describe('sending it again', () => {
  it('a second invitation replaces the first link', async () => {
    const made = await inviteSomebody();
    expect(await again(made.id)).toMatchObject({ id: made.id, invited: true });
    const [older = '', newer = ''] = await linksTo(made.email);
    expect(await failure(accept(older))).toMatchObject(ended);
    await accept(newer);
    expect(await failure(again(made.id))).toMatchObject({
      status: 409,
      message: 'This was done or decided meanwhile. Look at what changed.',
    });
  });

  it('a second invitation is refused for disabled, unknown and citizen accounts; the limit is ten a day', async () => {
    const made = await inviteSomebody();
    const [link = ''] = await linksTo(made.email);
    const { version } = await administrator.call(updateStaff, {
      body: { id: made.id, disabled: true, version: made.version },
    });
    expect(await failure(again(made.id))).toMatchObject({ status: 409 });
    expect(await failure(accept(link))).toMatchObject(ended);
    await administrator.call(updateStaff, { body: { id: made.id, disabled: false, version } });
    expect(await failure(again((await test.citizen()).id))).toMatchObject({ status: 404 });
    expect(await failure(again(crypto.randomUUID()))).toMatchObject({ status: 404 });
    for (let time = 0; time < 9; time += 1) await again(made.id);
    expect(await failure(again(made.id))).toMatchObject({ status: 429 });
    // The refused request left the last link valid.
    await accept((await linksTo(made.email)).at(-1) ?? '');
  });
});

it('an invitation ends when its owner sets a password by a forgotten-password code', async () => {
  const made = await inviteSomebody();
  const [link = ''] = await linksTo(made.email);
  await test.call(forgotPassword, { body: { email: made.email, type: 'mda' } });
  const mail = (await test.outbox()).findLast((it) => it.to === made.email);
  const body = { email: made.email, otp: codeIn(mail), password, confirmPassword: password, type: 'mda' };
  await test.call(resetPassword, { body });
  expect(await failure(accept(link, 'another good one'))).toMatchObject(ended);
  expect((await administrator.call(listStaff)).find((it) => it.id === made.id)).toMatchObject({ invited: false });
});
