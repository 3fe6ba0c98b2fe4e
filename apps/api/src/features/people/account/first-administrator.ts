import { sql } from 'drizzle-orm';
import { hashPassword } from '../../../auth/password/password.ts';
import type { Services } from '../../../services.ts';
import { StartupError } from '../../../config/startup-error.ts';
import { findAccount, hasAdministrator, insertAccount } from '../../../auth/account.store.ts';

/** Advisory lock; any number that no other lock uses. */
const lock = 7_220_412_902;

/** Name of the account until its owner changes it. */
export const firstAdministrator = { firstName: 'First', lastName: 'Administrator' };

/** Creates the administrator of ADMIN_EMAIL when there is none yet. */
export async function createFirstAdministrator(services: Services): Promise<boolean> {
  const { db, settings, clock } = services;
  if (!settings.admin || (await hasAdministrator(db))) return false;
  const { email, password } = settings.admin;
  const passwordHash = await hashPassword(password);
  const now = clock.now();
  return db.transaction(async (tx) => {
    // Several processes may start at once on an empty database: only the first creates one.
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
    if (await hasAdministrator(tx)) return false;
    if (await findAccount(tx, email, 'mda'))
      throw new StartupError(
        'The setting ADMIN_EMAIL names an account that is not an administrator. Choose another one.',
      );
    await insertAccount(tx, {
      id: crypto.randomUUID(),
      role: 'administrator',
      ...firstAdministrator,
      email,
      passwordHash,
      emailVerifiedAt: now,
      createdAt: now,
    });
    return true;
  });
}
