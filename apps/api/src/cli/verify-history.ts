import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { readHeadLine, writeHeads, type AuditVerdict, verifyAudit } from '../features/audit/verify-audit.ts';
import { type Verdict, verifyHistory } from '../features/complaint/history/verify-history.ts';
import { openRunningDatabase } from './open-running-database.ts';
import { readSettings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { print, runProgram } from './program.ts';

/*
 * `npm run verify-history`: looks through the history of every complaint, and through the audit trail, for what was altered,
 * removed or added behind the application's back. Ends with 1 when it finds anything. The server may go on running meanwhile.
 * It prints where the chains of the audit trail end: kept elsewhere and given back (`-- --heads='0:17:9f…'`), that line shows
 * whether somebody wrote the whole trail anew.
 */

interface Findings {
  readonly history: Verdict;
  readonly audit: AuditVerdict;
}

async function verify(heads: string | undefined): Promise<Findings> {
  const known = heads === undefined ? undefined : readHeadLine(heads);
  const { db, close } = await openRunningDatabase(readSettings(process.env));
  try {
    const { rows } = await db.execute(sql`select to_regclass('audit_head') as there`);
    if (rows[0]?.['there'] === null) throw new StartupError('There are no complaints in this database yet.');
    const history = await verifyHistory(db, print);
    return { history, audit: await verifyAudit(db, print, { ...(known && { known }) }) };
  } finally {
    await close();
  }
}

/** What was looked at, and what was found, in words. */
function report({ history, audit }: Findings): number {
  const extent = `${history.events} events of ${history.complaints} complaints`;
  const words = history.erased === 0 ? '' : `; the words of ${history.erased} were erased`;
  print(`Looked at ${extent}${words}.`);
  const details = audit.erased === 0 ? '' : `; the details of ${audit.erased} were erased`;
  print(`Looked at ${audit.entries} entries of the audit trail${details}.`);
  const heads = writeHeads(audit.heads);
  if (heads !== '') print(`Keep this elsewhere, to check against later: --heads='${heads}'`);
  const faults = history.faults + audit.faults;
  print(faults === 0 ? 'Every history is as it was written.' : `${faults} faults found.`);
  return faults;
}

function givenHeads(): string | undefined {
  try {
    return parseArgs({ options: { heads: { type: 'string' } } }).values.heads;
  } catch (error) {
    throw new StartupError(error instanceof Error ? error.message : String(error));
  }
}

await runProgram(async () => (report(await verify(givenHeads())) === 0 ? 0 : 1));
