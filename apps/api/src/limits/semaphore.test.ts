import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

/** Work that lasts until it is ended from outside; `log` lists its starts. */
function worker(semaphore: Semaphore, log: string[]) {
  return (name: string, need: number) => {
    let end!: (error?: Error) => void;
    const over = new Promise<void>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve());
    });
    const done = semaphore.use(need, async () => {
      log.push(name);
      await over;
    });
    done.catch(() => {});
    return { done, end };
  };
}

it('the semaphore runs work while its budget lasts, and the rest in order', async () => {
  const log: string[] = [];
  const start = worker(new Semaphore(10, 10), log);
  const [a, b] = [start('a', 6), start('b', 4)];
  const c = start('c', 8);
  start('d', 1);
  await setImmediate();
  expect(log).toEqual(['a', 'b']);
  b.end();
  await b.done;
  await setImmediate();
  expect(log).toEqual(['a', 'b']);
  a.end(new Error('It failed.'));
  await expect(a.done).rejects.toThrow('It failed.');
  await setImmediate();
  expect(log).toEqual(['a', 'b', 'c', 'd']);
  c.end();
});

it('the semaphore runs work that exceeds its budget on its own', async () => {
  const log: string[] = [];
  const start = worker(new Semaphore(10, 10), log);
  const huge = start('huge', 99);
  start('small', 1);
  await setImmediate();
  expect(log).toEqual(['huge']);
  huge.end();
  await huge.done;
  await setImmediate();
  expect(log).toEqual(['huge', 'small']);
});

it('the semaphore refuses work when too many wait', async () => {
  const start = worker(new Semaphore(10, 1), []);
  start('a', 10);
  start('b', 10);
  await expect(start('c', 1).done).rejects.toMatchObject({ status: 503, extra: { retryAfter: 5 } });
});
