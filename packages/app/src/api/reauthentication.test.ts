import { ApiError } from '@baraza/contract';
import { expect, test } from 'vitest';
import { answerPasswordAsked, withPassword } from './reauthentication.ts';

const needed = () =>
  new ApiError(403, { message: 'Please type your password again to go on.', code: 'REAUTH_REQUIRED' });

/** Makes a call that is refused a number of times, and counts its tries. */
function refused(times: number, error: Error = needed()) {
  const tries = { count: 0 };
  const act = async () => {
    tries.count += 1;
    if (tries.count <= times) throw error;
    return 'done';
  };
  return { tries, act };
}

test('a call that needs the password is repeated once it was typed', async () => {
  const [one, other] = [refused(1), refused(1)];
  const both = Promise.all([withPassword(one.act), withPassword(other.act)]);
  await expect.poll(() => one.tries.count + other.tries.count).toBe(2);
  answerPasswordAsked(true);
  expect(await both).toEqual(['done', 'done']);
});

test('a call whose password dialog is cancelled fails with the reason', async () => {
  const { tries, act } = refused(1);
  const outcome = withPassword(act).catch((error: Error) => error.message);
  await expect.poll(() => tries.count).toBe(1);
  answerPasswordAsked(false);
  expect(await outcome).toContain('Please type your password again');
  expect(tries.count).toBe(1);
});

test('a refused call asks for the password once, and other refusals do not ask for it', async () => {
  const again = refused(2);
  const outcome = withPassword(again.act).catch((error: Error) => error.message);
  await expect.poll(() => again.tries.count).toBe(1);
  answerPasswordAsked(true);
  expect(await outcome).toContain('Please type your password again');
  const other = refused(1, new ApiError(403, { message: 'You are not allowed to do this.', code: 'FORBIDDEN' }));
  await expect(withPassword(other.act)).rejects.toThrow('You are not allowed to do this.');
});
