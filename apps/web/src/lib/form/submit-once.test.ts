import { ApiError } from '@baraza/contract/core/error';
import { expect, it } from 'vitest';
import { submitOnce } from './submit-once.ts';

const refused = (status: number, code = 'X') => new ApiError(status, { message: 'x', code });

/** One try of a form that holds this key: what happened to the key, in order, and how it ended. */
async function trySending(key: string | null, failure?: Error) {
  const steps: string[] = [];
  const ended = await submitOnce({
    key,
    setKey: (it) => steps.push(`set ${it}`),
    keep: async (it) => void steps.push(`keep ${it}`),
    send: async (it) => {
      steps.push(`send ${it}`);
      if (failure) throw failure;
      return 'taken';
    },
    arrivedBefore: 'It had arrived.',
  }).catch((error: unknown) => error);
  return { steps, ended };
}

it('a first try makes a key, and has it on the device before anything is sent', async () => {
  const { steps, ended } = await trySending(null);
  const key = steps[0]?.replace('set ', '');
  expect(key).toMatch(/^[\da-f]{32}$/u);
  expect(steps).toEqual([`set ${key}`, `keep ${key}`, `send ${key}`]);
  expect(ended).toBe('taken');
});

it.each([0, 401, 408, 429, 500, 502, 503])('after status %i the next try is still the same one', async (status) => {
  const { steps, ended } = await trySending('k', refused(status));
  expect(steps).toEqual(['set k', 'keep k', 'send k']);
  expect(ended).toMatchObject({ status });
});

it.each([400, 403, 404, 409, 413, 415])('after status %i it is a new one', async (status) => {
  const { steps, ended } = await trySending('k', refused(status));
  expect(steps).toEqual(['set k', 'keep k', 'send k', 'set null']);
  expect(ended).toMatchObject({ status, message: 'x' });
});

it('nothing is known of what is no answer of the server', async () => {
  const { steps, ended } = await trySending('k', new TypeError('network'));
  expect(steps).not.toContain('set null');
  expect(ended).toBeInstanceOf(TypeError);
});

it('says that an earlier try arrived with other words', async () => {
  const { ended } = await trySending('k', refused(409, 'CONFLICT'));
  expect(ended).toMatchObject({ status: 409, code: 'CONFLICT', message: 'It had arrived.' });
});
