import { emailForm } from '@baraza/contract';
import { recordAudit } from '../audit/audit.ts';
import { findAccount } from '../auth/account.store.ts';
import { turnOff } from '../auth/mfa/mfa.store.ts';
import { endSessions } from '../auth/session/session.store.ts';
import { StartupError } from '../config/startup-error.ts';
import { print, runProgram, withRunningDatabase } from './program.ts';

/* `npm run reset-mfa -- name@example.org`: turns off MFA of staff, for an administrator without phone, codes and colleague. */

await runProgram(async () => {
  const email = emailForm(process.argv[2] ?? '');
  if (email === '') throw new StartupError('Say whose: npm run reset-mfa -- name@example.org');
  await withRunningDatabase((db) =>
    db.transaction(async (tx) => {
      const account = await findAccount(tx, email, 'mda');
      if (!account) throw new StartupError('No member of staff has this email.');
      if (!(await turnOff(tx, account.id))) throw new StartupError('Two-step sign-in is not on for this account.');
      await endSessions(tx, account.id);
      const object = { kind: 'account', id: account.id };
      await recordAudit(tx, { at: new Date(), action: 'staff.mfa-reset', object, outcome: 'done' });
    }),
  );
  print('Two-step sign-in is off. Log in with the password and set it up again.');
});
