import { moveInstallation } from '../backup/move-installation.ts';
import { createLog } from '../observability/log.ts';
import { readSettings } from '../config/settings.ts';
import { print, runProgram } from './program.ts';

/*
 * `npm run move`: carries the embedded installation of DATA_DIR to the server that DATABASE_URL names and, where STORAGE_URL is
 * set, its files to object storage. The server must not run. Ends with 1 and one line when it cannot; nothing is marked then.
 */

await runProgram(async () => {
  const settings = readSettings(process.env);
  const log = createLog({ ...settings, logLevel: 'warn' });
  const { database, complaints, files, keptKey } = await moveInstallation(settings, { say: print, log });
  const stay = files === undefined ? 'The files stay where they are' : `${files} files went as well`;
  const places = files === undefined ? 'DATABASE_URL and DATA_DIR' : 'DATABASE_URL and STORAGE_URL';
  print(
    `Moved ${complaints} complaints to ${database}. ${stay}. ${settings.dataDir} is as it was, and marked as moved.`,
  );
  print(`From now on start with the same ${places}.`);
  if (keptKey) {
    print(`Servers with another DATA_DIR also need its key: SECRET_KEY="kept:$(cat ${settings.dataDir}/secret)".`);
  }
  return 0;
});
