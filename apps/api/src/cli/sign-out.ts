import { emailForm } from '@baraza/contract';
import { recordAudit } from '../audit/audit.ts';
import { findAccount } from '../auth/account.store.ts';
import { endSessions, endSomeSessions } from '../auth/session/session.store.ts';
import { StartupError } from '../config/startup-error.ts';
import type { Database } from '../db/database.ts';
import { print, runProgram, withRunningDatabase } from './program.ts';

/*
 * `npm run sign-out -- name@example.org`: ends every session of a person whose telephone was stolen. `-- --everybody`: all sessions,
 * when tokens may have leaked (ASVS 7.4.5). Running servers end them at once; passwords stay as they are.
 */

const usage = 'Say whose: npm run sign-out -- name@example.org, or npm run sign-out -- --everybody';

await runProgram(async () => {
  const email = emailForm(process.argv[2] ?? '');
  if (!email || (email.startsWith('-') && email !== '--everybody')) throw new StartupError(usage);
  print(await withRunningDatabase((db) => (email === '--everybody' ? signOutEverybody(db) : signOut(db, email))));
});

/** Signs out the citizen and the member of staff with this address. */
async function signOut(db: Database, email: string): Promise<string> {
  const ended = await db.transaction(async (tx) => {
    const citizenAndStaff = [await findAccount(tx, email, 'user'), await findAccount(tx, email, 'mda')];
    const accounts = citizenAndStaff.filter((account) => account !== undefined);
    if (accounts.length === 0) throw new StartupError('Nobody has this email.');
    let count = 0;
    for (const { id } of accounts) {
      count += await endSessions(tx, id);
      const object = { kind: 'account', id };
      await recordAudit(tx, { at: new Date(), action: 'account.signed-out', object, outcome: 'done' });
    }
    return count;
  });
  return `Ended: ${ended}. Whoever knows the password can log in again.`;
}

/** Sessions ended at a time, so that no server waits for all of them. */
async function signOutEverybody(db: Database): Promise<string> {
  let ended = 0;
  for (let some = 1_000; some === 1_000; ended += some) {
    some = await db.transaction(async (tx) => {
      const sessions = await endSomeSessions(tx, 1_000);
      const entry = { at: new Date(), action: 'account.signed-out', outcome: 'done' } as const;
      if (sessions > 0) await recordAudit(tx, { ...entry, detail: { sessions } });
      return sessions;
    });
  }
  return `Ended: ${ended}. Everybody logs in anew.`;
}
