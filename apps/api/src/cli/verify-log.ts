import { sql } from 'drizzle-orm';
import { secretKeyOf } from '../config/data-dir.ts';
import { StartupError } from '../config/startup-error.ts';
import { deriveKeys } from '../crypto/keys.ts';
import { noteVerification, readDataKey } from '../db/installation.store.ts';
import { verifyLog } from '../features/verification/verify-log.ts';
import { print, runProgram, withRunningDatabase } from './program.ts';

// `npm run verify-log`: recomputes the log from the rows, beside a running server or none, and lists events that were altered, removed or
// added. Ends with 1 when it finds anything.

function verify() {
  return withRunningDatabase(async (db, settings) => {
    const { rows } = await db.execute(sql`select to_regclass('log_entry') as there`);
    if (rows[0]?.['there'] === null) throw new StartupError('There are no complaints in this database yet.');
    const keys = deriveKeys(await readDataKey(db, await secretKeyOf(settings)));
    const faults = report(await verifyLog(db, { settings, keys }, print));
    await noteVerification(db, faults);
    return faults === 0 ? 0 : 1;
  });
}

function report({ log, history, feedback, audit, tombstones, faults }: Awaited<ReturnType<typeof verifyLog>>): number {
  const words = history.erased === 0 ? '' : `; the words of ${history.erased} were erased`;
  print(`Looked at ${history.events} events of ${history.complaints} complaints${words}.`);
  print(`Looked at ${feedback.events} events of feedback.`);
  const details = audit.erased === 0 ? '' : `; the details of ${audit.erased} were erased`;
  print(`Looked at ${audit.entries} entries of the audit trail${details}.`);
  print(`Looked at ${log.entries} entries of the log; ${tombstones} are tombstones of what was erased or removed.`);
  if (log.sealedFrom > 0)
    print(`The first ${log.sealedFrom} were sealed with a former key: their seals were not checked.`);
  print(faults === 0 ? 'Everything is as it was written.' : `${faults} ${faults === 1 ? 'fault' : 'faults'} found.`);
  return faults;
}

await runProgram(verify);
