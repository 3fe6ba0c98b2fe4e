import { StartupError } from '../config/startup-error.ts';
import { importFile, kinds } from '../features/office/import/import-file.ts';
import { print, runProgram, withRunningDatabase } from './program.ts';

/* `npm run import -- KIND FILE` checks every row of a CSV or JSON Lines file; with `--apply` all are written, or none. */

await runProgram(async () => {
  const [name = '', file] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  const apply = process.argv.includes('--apply');
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!kind || !file) throw new StartupError(`npm run import -- ${Object.keys(kinds).join('|')} FILE [--apply]`);
  const progress = (rows: number) => print(`${rows} rows …`);
  const { rows, faults, faultFile } = await withRunningDatabase((db, settings) =>
    importFile(db, settings, { kind, name, file, apply, progress }),
  );
  if (faults > 0) {
    print(`${faults} of ${rows} rows do not fit: ${faultFile} says why. Nothing was imported.`);
    return 1;
  }
  print(apply ? `Imported: ${rows}.` : `${rows} rows fit. To import them, add --apply.`);
  return 0;
});
