import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Semaphore } from '../../limits/semaphore.ts';

/** argon2id, 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes at a time: each takes memory and one of Node's four worker threads, which files need too. */
const atOnce = Math.min(3, availableParallelism());
const semaphore = new Semaphore(atOnce, 200);
const queued = <T>(work: () => Promise<T>) => semaphore.use(1, work);

/** Hashes a password as a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return queued(() => hash(password, cost));
}

let dummy: Promise<string> | undefined;

/** Whether the password matches; takes the same time without a hash. */
export async function isPasswordRight(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? (await (dummy ??= hash(crypto.randomUUID(), cost)));
  const right = await queued(() => verify(against, password));
  return right && passwordHash !== null && passwordHash !== undefined;
}
