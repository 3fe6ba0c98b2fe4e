import { emailForm } from '@baraza/contract';
import { recordAudit } from '../audit/audit.ts';
import { auditOf } from '../auth/access/request-access-change.ts';
import { listChanges } from '../auth/access/access-change.store.ts';
import { nameChange } from '../auth/mails.ts';
import { secretKeyOf } from '../config/data-dir.ts';
import { readSettings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { applyChange, lockSeen } from '../features/people/account/confirm-access-change.ts';
import { openFiles } from '../files/files.ts';
import { AppError } from '../http/errors.ts';
import { createLog } from '../observability/log.ts';
import { openServices } from '../start/start.ts';
import { openRunningDatabase, print, runProgram } from './program.ts';

/* `npm run confirm-staff` names the changes that wait, or that of an email; with the id and version that it names, it confirms one. */

await runProgram(async () => {
  const [word, seen] = process.argv.slice(2);
  const settings = readSettings(process.env);
  const database = await openRunningDatabase(settings);
  const opened: (() => Promise<unknown>)[] = [() => database.close()];
  try {
    const [files, secretKey] = [await openFiles(settings), await secretKeyOf(settings)];
    const services = await openServices(settings, { database, files, secretKey, log: createLog(settings) }, opened);
    await services.db.transaction(async (tx) => {
      const waiting = (await listChanges(tx, services.clock.now())).filter(
        ({ id, subject, undoableUntil }) =>
          undoableUntil === null && (word === undefined || [id, subject.email].includes(emailForm(word))),
      );
      const [change] = waiting;
      if (!change) throw new StartupError(`No change${word ? ' of this account' : ''} waits.`);
      if (seen === undefined) {
        for (const { id, version, ...rest } of waiting) {
          print(`${rest.by.name} asked for ${nameChange({ id, version, ...rest })}.`);
          print(`If that is right: npm run confirm-staff -- ${id} ${version}`);
        }
        return;
      }
      const about = { id: change.id, version: Number(seen), isMade: false };
      const locked = await lockSeen(tx, services, { mdaId: null }, about).catch((error: unknown) => {
        throw error instanceof AppError ? new StartupError('It changed. Look again: npm run confirm-staff') : error;
      });
      await applyChange(tx, services, locked);
      const { detail, ...object } = auditOf(locked.row);
      await recordAudit(tx, {
        at: services.clock.now(),
        action: 'staff.confirmed',
        ...object,
        outcome: 'done',
        detail: { ...detail, by: 'command on the server' },
      });
      print('Confirmed. It is entered in the audit trail, and all administrators and oversight get a mail.');
    });
  } finally {
    for (const close of opened.toReversed()) await close();
  }
});
