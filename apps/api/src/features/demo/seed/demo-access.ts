import { randomInt } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unknownMda } from '@baraza/contract';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { findAccountById, updateAccount } from '../../../auth/account.store.ts';
import { isDemoRemoved } from '../../../db/installation.store.ts';
import { hashPassword, isPasswordRight } from '../../../auth/password/password.ts';
import type { Services } from '../../../services.ts';
import { accountId, type DemoAccount, demoAccounts } from './demo-accounts.ts';
import type { Settings } from '../../../config/settings.ts';
import { readIfThere } from '../../../config/data-dir-state.ts';

/** Whether to add the sample data: as DEMO says, by default only to an unused embedded database; never after their removal. */
export async function wantsDemo(services: Pick<Services, 'db' | 'settings'>, embedded: boolean): Promise<boolean> {
  if (await isDemoRemoved(services.db)) return false;
  return services.settings.demo ?? (embedded && (await isUnused(services.db)));
}

async function isUnused(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ used: boolean }>(
    sql`select exists (select from mda where id <> ${unknownMda}) or exists (select from account where role = 'citizen') as used`,
  );
  return rows[0]?.used === false;
}

/** Whether the sample data exist. */
export async function hasDemo(db: Database): Promise<boolean> {
  return (await readHash(db)) !== undefined;
}

/** Returns the sample sign-in data; undefined without samples. Applies a new DEMO_PASSWORD. */
export async function openDemo({ db, settings }: Pick<Services, 'db' | 'settings'>) {
  const hash = await readHash(db);
  if (hash === undefined || (await isDemoRemoved(db))) return undefined;
  const known = await knownDemoPassword(settings);
  const right = known !== undefined && (await isPasswordRight(hash, known));
  if (!right && settings.demoPassword !== undefined) await setPassword(db, settings.demoPassword);
  return {
    // Unknown when another server generated it; DEMO_PASSWORD sets a new one.
    password: right ? known : settings.demoPassword,
    accounts: accounts.map(({ email, role, mda }) => ({ email, role, mda })),
  };
}

const accounts: readonly DemoAccount[] = Object.values(demoAccounts);

async function readHash(db: Database): Promise<string | null | undefined> {
  const citizen = await findAccountById(db, accountId(demoAccounts.citizen));
  return citizen?.passwordHash;
}

async function setPassword(db: Database, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  // All accounts share one password, so the first one is enough.
  await db.transaction(async (tx) => {
    for (const account of accounts) await updateAccount(tx, accountId(account), { passwordHash });
  });
}

/** File in the data folder with a generated password, readable by its owner only. */
export const demoPasswordFile = 'demo-password';

/** Reads the password of the demo accounts from the setting or the data folder. */
export async function knownDemoPassword(settings: Pick<Settings, 'dataDir' | 'demoPassword'>) {
  if (settings.demoPassword !== undefined) return settings.demoPassword;
  return (await readIfThere(path.join(settings.dataDir, demoPasswordFile)))?.trim() || undefined;
}

/** Generates a password and keeps it in the data folder: four groups of four unambiguous letters and digits, some 78 bits. */
export async function makeDemoPassword(settings: Pick<Settings, 'dataDir'>): Promise<string> {
  const alphabet = '23456789abcdefghjkmnpqrstvwxyz';
  const randomWord = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  const password = [randomWord(), randomWord(), randomWord(), randomWord()].join('-');
  const file = path.join(settings.dataDir, demoPasswordFile);
  // Always a new file, so that it gets this mode.
  const unfinished = `${file}.${randomWord()}`;
  await writeFile(unfinished, `${password}\n`, { mode: 0o600, flush: true });
  await rename(unfinished, file);
  return password;
}
