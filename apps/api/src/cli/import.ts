import { StartupError } from '../config/startup-error.ts';
import { findInstallationId } from '../db/installation.store.ts';
import { importFile, kinds } from '../features/office/import/import-file.ts';
import { filesOfInstallation, openFiles } from '../files/files.ts';
import { createLog } from '../observability/log.ts';
import { print, runProgram, withRunningDatabase } from './program.ts';

/* `npm run import -- KIND FILE` checks every row of a CSV or JSON Lines file; with `--apply` all are written, or none. */

await runProgram(async () => {
  const [name = '', file] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  const apply = process.argv.includes('--apply');
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!kind || !file) throw new StartupError(`npm run import -- ${Object.keys(kinds).join('|')} FILE [--apply]`);
  let printed = Date.now();
  const progress = (rows: number, done: string) => {
    if (Date.now() - printed < 10_000) return;
    printed = Date.now();
    print(`${rows} rows ${done} …`);
  };
  const { rows, faults, faultFile } = await withRunningDatabase(async (db, settings) => {
    const files = filesOfInstallation(await openFiles(settings, true), await findInstallationId(db));
    const services = { db, settings, files, log: createLog(settings) };
    return importFile(services, { kind, name, file, apply, progress });
  });
  if (faults > 0) {
    print(`${faults} of ${rows} rows do not fit: ${faultFile} says why. Nothing was imported.`);
    return 1;
  }
  print(apply ? `Imported: ${rows}.` : `${rows} rows fit. To import them, add --apply.`);
  return 0;
});
