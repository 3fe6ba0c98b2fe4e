import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '../../http/service-errors.ts';

/** argon2id, 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes at a time: each takes memory and one of Node's four worker threads, which files need too. */
const atOnce = Math.min(3, availableParallelism());
const longestQueue = 200;
let running = 0;
const waiting: (() => void)[] = [];

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= longestQueue) throw unavailable();
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

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
