import { recordAudit } from '../audit/audit.ts';
import { findAccount } from '../auth/account.store.ts';
import { secretKeyOf } from '../config/data-dir.ts';
import { readSettings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { applyConfirmation } from '../features/people/account/confirm-staff.ts';
import { openFiles } from '../files/files.ts';
import { AppError } from '../http/errors.ts';
import { createLog } from '../observability/log.ts';
import { openServices } from '../start/start.ts';
import { openRunningDatabase, print, runProgram } from './program.ts';

/* `npm run confirm-staff -- name@example.org`: confirms the waiting change of a powerful account where there is one administrator. */

await runProgram(async () => {
  const email = process.argv[2]?.trim().toLowerCase();
  if (email === undefined) throw new StartupError('Say whose: npm run confirm-staff -- name@example.org');
  const settings = readSettings(process.env);
  const database = await openRunningDatabase(settings);
  const opened: (() => Promise<unknown>)[] = [() => database.close()];
  try {
    const [files, secretKey] = [await openFiles(settings), await secretKeyOf(settings)];
    const services = await openServices(settings, { database, files, secretKey, log: createLog(settings) }, opened);
    await services.db.transaction(async (tx) => {
      const account = await findAccount(tx, email, 'mda');
      if (!account) throw new StartupError('No member of staff has this email.');
      const { action, role } = await applyConfirmation(tx, services, account.id).catch((error: unknown) => {
        throw error instanceof AppError ? new StartupError('No change of this account waits.') : error;
      });
      await recordAudit(tx, {
        at: services.clock.now(),
        action: 'staff.confirmed',
        object: { kind: 'account', id: account.id },
        outcome: 'done',
        detail: { what: action, role, by: 'command on the server' },
      });
    });
  } finally {
    for (const close of opened.toReversed()) await close();
  }
  print('Confirmed. It is entered in the audit trail, and all administrators and oversight get a mail.');
});
