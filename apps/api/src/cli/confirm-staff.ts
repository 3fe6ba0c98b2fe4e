import { emailForm } from '@baraza/contract';
import { recordAudit } from '../audit/audit.ts';
import { findAccount, lockStaff, requireStaff } from '../auth/account.store.ts';
import { nameChange } from '../auth/mails.ts';
import { secretKeyOf } from '../config/data-dir.ts';
import { readSettings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { applyConfirmation } from '../features/people/account/confirm-staff.ts';
import { openFiles } from '../files/files.ts';
import { createLog } from '../observability/log.ts';
import { openServices } from '../start/start.ts';
import { openRunningDatabase, print, runProgram } from './program.ts';

/* `npm run confirm-staff -- name@example.org` says what waits; with the version it names, it is confirmed, where there is one administrator. */

await runProgram(async () => {
  const email = emailForm(process.argv[2] ?? '');
  const seen = process.argv[3];
  if (email === '') throw new StartupError('Say whose: npm run confirm-staff -- name@example.org');
  const settings = readSettings(process.env);
  const database = await openRunningDatabase(settings);
  const opened: (() => Promise<unknown>)[] = [() => database.close()];
  try {
    const [files, secretKey] = [await openFiles(settings), await secretKeyOf(settings)];
    const services = await openServices(settings, { database, files, secretKey, log: createLog(settings) }, opened);
    await services.db.transaction(async (tx) => {
      const account = await findAccount(tx, email, 'mda');
      if (!account) throw new StartupError('No member of staff has this email.');
      await lockStaff(tx, [account.id]);
      const { waiting, version } = await requireStaff(tx, account.id);
      if (!waiting) throw new StartupError('No change of this account waits.');
      const { action, role } = waiting;
      if (seen !== String(version)) {
        print(`${waiting.by.name} asked for ${nameChange({ ...waiting, email })}.`);
        return print(`If that is right: npm run confirm-staff -- ${email} ${version}`);
      }
      await applyConfirmation(tx, services, account.id);
      await recordAudit(tx, {
        at: services.clock.now(),
        action: 'staff.confirmed',
        object: { kind: 'account', id: account.id },
        outcome: 'done',
        detail: { what: action, role, by: 'command on the server' },
      });
      print('Confirmed. It is entered in the audit trail, and all administrators and oversight get a mail.');
    });
  } finally {
    for (const close of opened.toReversed()) await close();
  }
});
